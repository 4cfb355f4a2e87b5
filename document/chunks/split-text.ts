/** Cuts a text that is too long for a chunk: between sentences, else between words. */
import { cutText } from '../reading/cut-text.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The end of a sentence or of a line, with the white space after it. */
const sentenceEnd = /(?:[.!?…]["'”’»)\]]*\s+|[。！？]["”’」』）]*\s*|\n+)/gu;

export function* sentencesOf(text: string): Generator<string> {
  let from = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length) yield text.slice(from);
}

function* wordsWithin(sentence: string, tokensMax: number, tokenizer: Tokenizer): Generator<string> {
  for (let rest = sentence; rest !== ''; ) {
    const length = cutText(rest, tokensMax, tokenizer);
    yield rest.slice(0, length);
    rest = rest.slice(length);
  }
}

/** Pieces of at most so many tokens; together they are the text. Counts of sentences add up to no less than the piece's. */
export function* splitText(text: string, tokensMax: number, tokenizer: Tokenizer): Generator<string> {
  let [piece, tokens] = ['', 0];
  for (const sentence of sentencesOf(text)) {
    const own = tokenizer.count(sentence);
    if (tokens + own <= tokensMax) {
      piece += sentence;
      tokens += own;
      continue;
    }
    if (piece !== '') yield piece;
    const parts = own <= tokensMax ? [sentence] : [...wordsWithin(sentence, tokensMax, tokenizer)];
    yield* parts.slice(0, -1);
    piece = parts.at(-1) ?? '';
    tokens = tokenizer.count(piece);
  }
  if (piece !== '') yield piece;
}
