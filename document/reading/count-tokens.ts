/** Counts tokens as o200k_base does. For models with other encodings the number is an estimate. */
type Library = typeof import('gpt-tokenizer/encoding/o200k_base');

let library: Library | null = null;

/** The library remembers rare words; its own limit of 100,000 could take 50 MB. */
const mergeCacheSize = 10_000;

/**
 * Loads the tables of the encoding, once; nothing can be counted before. They take 20 to 50 MB of a process and a
 * quarter of a second, so a process loads them when it first counts, or when it starts if documents would have to wait
 * for them.
 */
export async function loadTokenizer(): Promise<void> {
  if (library) return;
  library = await import('gpt-tokenizer/encoding/o200k_base');
  library.setMergeCacheSize(mergeCacheSize);
}

/** Names of control tokens in a document are its text, and count as such. */
const plainText = { disallowedSpecial: new Set<string>() };

/**
 * The library's work grows with the square of a run of letters, signs or spaces. Longer runs than any word are cut,
 * which can only raise the count by a few tokens.
 */
const exactRunMax = 64;
const runPart = /[\p{L}\p{M}]{1,32}|\p{N}{1,30}|\s{1,32}|[^\s\p{L}\p{M}\p{N}]{1,32}/gu;

/** What cut runs may have together; a long run still costs 2 µs a character. After that, each byte is a token. */
const cutCharsMax = 1_000_000;

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

/** Looks at the end of a run that would be too long first: most text is passed over. */
function hasLongRun(text: string): boolean {
  for (let start = 0; start + exactRunMax < text.length; ) {
    let at = start + exactRunMax;
    const inSpace = isSpace(text.charCodeAt(at));
    while (at > start && isSpace(text.charCodeAt(at - 1)) === inSpace) at--;
    if (at === start) return true;
    start = at;
  }
  return false;
}

const longRun = /[\p{L}\p{M}]{65,}|[^\s\p{L}\p{M}\p{N}]{65,}|\s{65,}/gu;

function countPlain(text: string): number {
  if (!library) throw new Error('the tokenizer is not loaded');
  return library.countTokens(text, plainText);
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

/** One for each document or request: it bounds what text without words can cost. */
export class TokenCounter {
  #cutChars = 0;

  count(text: string): number {
    if (!hasLongRun(text)) return countPlain(text);
    let [tokens, done] = [0, 0];
    for (const { 0: run, index } of text.matchAll(longRun)) {
      if (index > done) tokens += countPlain(text.slice(done, index));
      tokens += this.#countRun(run);
      done = index + run.length;
    }
    return done < text.length ? tokens + countPlain(text.slice(done)) : tokens;
  }

  #countRun(run: string): number {
    this.#cutChars += run.length;
    if (this.#cutChars > cutCharsMax) return utf8Bytes(run);
    let tokens = 0;
    for (const [part] of run.matchAll(runPart)) tokens += countPlain(part);
    return tokens;
  }
}
