import { expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { page, paragraph } from '../testing/extraction-builder.ts';
import { refined } from '../testing/refined.ts';
import { joinLooseMarks } from './loose-marks.ts';

const hamza = '\u0655';
/** A line of signs, 5 points apart. */
const marks = (text: string, x: number, y: number): Element => paragraph([text], { x, y });

it('puts a sign onto the letter of the line that it is printed on', () => {
  // Printed from left to right: the alef is the last letter.
  const [block] = refined([marks(hamza, 57, 700.4), paragraph(['ىلا'], { x: 50, y: 700 })]);
  expect(block).toMatchObject({ type: 'paragraph', content: 'إلى' });
});

it('leaves signs that stand alone, and pages without any', () => {
  const alone = page(1, [marks(hamza, 57, 600), paragraph(['ىلا'], { x: 50, y: 700 })]);
  expect(joinLooseMarks(alone)).toBe(alone);
  const without = page(1, [paragraph(['ىلا'])]);
  expect(joinLooseMarks(without)).toBe(without);
});
