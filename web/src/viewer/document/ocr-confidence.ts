/** How sure the recognition (OCR) of an element's words is. */
import type { DocumentNode, Word } from '@octavo/sdk';

/** Words below it are marked. */
export const unsureBelow = 0.75;

function collectWords(node: DocumentNode, into: Word[]): void {
  if ('words' in node && node.words !== undefined) into.push(...node.words);
  for (const kid of node.kids) collectWords(kid, into);
}

/** Weighted by the lengths of the words; undefined if none was recognized. */
export function confidenceOf(node: DocumentNode): number | undefined {
  const words: Word[] = [];
  collectWords(node, words);
  let [letters, sum] = [0, 0];
  for (const { start, end, confidence } of words) {
    letters += end - start;
    sum += (end - start) * confidence;
  }
  return letters === 0 ? undefined : sum / letters;
}
