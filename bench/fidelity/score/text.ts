/** How much of the text is there, and in the right order. */
import { type Block, plainText } from '../blocks.ts';
import { similarity } from './common-subsequence.ts';
import { sharedOf, totalOf, wordCounts } from './words.ts';

export type TextScore = {
  /** Normalized indel similarity of the whole text: falls with missing, added and misplaced text. */
  readonly nid: number;
  /** Share of our words that are in the truth, and of its words that are in ours; order does not matter. */
  readonly wordPrecision: number;
  readonly wordRecall: number;
};

export function scoreText(truth: readonly Block[], found: readonly Block[]): TextScore {
  const [wanted, got] = [plainText(truth), plainText(found)];
  const [wantedWords, gotWords] = [wordCounts(wanted), wordCounts(got)];
  const shared = sharedOf(wantedWords, gotWords);
  const [all, ours] = [totalOf(wantedWords), totalOf(gotWords)];
  return {
    nid: similarity(wanted, got),
    wordPrecision: ours === 0 ? 0 : shared / ours,
    wordRecall: all === 0 ? 1 : shared / all,
  };
}
