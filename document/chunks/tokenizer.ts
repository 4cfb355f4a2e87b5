/** How the size of a chunk is measured. */
import { TokenCounter } from '../reading/count-tokens.ts';
import type { TokenizerName } from './chunk.ts';

export type Tokenizer = Pick<TokenCounter, 'count'>;

/** UTF-16 code units, as offsets are. */
const characters: Tokenizer = { count: (text) => text.length };

/** One for each document: its counter bounds what text without words can cost. */
export const createTokenizer = (name: TokenizerName): Tokenizer =>
  name === 'characters' ? characters : new TokenCounter();
