/** Whether the text of a page runs from right to left. */
import { lineText } from './line-pieces.ts';
import type { Direction } from './reading-order.ts';
import type { Unit } from './units.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/gu;
const letter = /\p{L}/gu;

export function directionOfUnits(units: readonly Unit[]): Direction {
  let [right, all] = [0, 0];
  for (const { text } of units) {
    if (text === undefined) continue;
    const content = lineText(text);
    right += content.match(rightToLeft)?.length ?? 0;
    all += content.match(letter)?.length ?? 0;
  }
  return right > 0.5 * all ? 'rtl' : 'ltr';
}
