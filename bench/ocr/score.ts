/** How much of a page's text was read, how exactly, and in which order. */
import { type Block, plainText } from '../fidelity/blocks.ts';
import { scoreHeadings } from '../fidelity/score/headings.ts';
import { scoreTables } from '../fidelity/score/tables.ts';
import { scoreText } from '../fidelity/score/text.ts';
import { readingOrder } from './reading-order.ts';

export type PageScore = {
  readonly recall: number;
  readonly precision: number;
  /** Edits of single characters, as a share of the characters of the truth; spaces between Han and kana do not count. */
  readonly cer: number;
  readonly order: number;
  readonly headingF1: number | null;
  /** One for each table of the truth. */
  readonly teds: readonly number[];
};

/** Chinese and Japanese have no spaces, and where a line ended is not part of the text. */
const unspaced = (text: string) =>
  text.replaceAll(
    /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]) | (?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu,
    '',
  );

export function edits(left: string, right: string): number {
  const [from, to] = [[...left], [...right]];
  let above = Uint32Array.from({ length: to.length + 1 }, (_, at) => at);
  let row = new Uint32Array(to.length + 1);
  for (const [y, symbol] of from.entries()) {
    row[0] = y + 1;
    for (let x = 1; x <= to.length; x += 1) {
      const replaced = (above[x - 1] as number) + (symbol === to[x - 1] ? 0 : 1);
      row[x] = Math.min(replaced, (above[x] as number) + 1, (row[x - 1] as number) + 1);
    }
    [above, row] = [row, above];
  }
  return above[to.length] as number;
}

export function scorePage(truth: readonly Block[], found: readonly Block[]): PageScore {
  const [wanted, got] = [unspaced(plainText(truth)), unspaced(plainText(found))];
  const { wordRecall, wordPrecision } = scoreText(truth, found);
  return {
    recall: wordRecall,
    precision: wordPrecision,
    cer: edits(wanted, got) / [...wanted].length,
    order: readingOrder(wanted, got),
    headingF1: scoreHeadings(truth, found)?.headings.f1 ?? null,
    teds: scoreTables(truth, found).teds,
  };
}
