/** Properties of the reading index of a document, and of walking through it. */
import { canonicalText } from '../model/block-text.ts';
import type { Document, DocumentStream } from '../model/document.ts';
import { defaultWriteOptions } from '../model/write-options.ts';
import { TokenCounter } from '../reading/count-tokens.ts';
import { withoutEmbeddedImages } from '../reading/directory-builder.ts';
import { decodeFooter, decodeLayout, footerBytes } from '../reading/index-format.ts';
import { openIndex } from '../reading/open-index.ts';
import { type ReadRequest, type ReadResult, readRange } from '../reading/read-range.ts';
import type { PlacedBlock, Reading } from '../reading/reading.ts';
import { searchReading } from '../reading/search.ts';
import { parseQuery } from '../reading/search-query.ts';
import { writeIndex } from '../reading/write-index.ts';
import { cleanParts } from '../write/clean-document.ts';
import { writeJson } from '../write/write-json.ts';
import { difference, sameList, type Violation } from './facts.ts';

const decoder = new TextDecoder();

/** Uncompressed, in memory. */
export function readingOf(document: DocumentStream): Reading {
  const chunks = [...writeIndex(document, defaultWriteOptions, (raw) => raw)];
  const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  const text = (offset: number, bytes: number) => decoder.decode(file.subarray(offset, offset + bytes));
  const footer = decodeFooter(file.subarray(file.length - footerBytes), file.length);
  const layout = decodeLayout(text(footer.offset, footer.bytes));
  return openIndex(layout, async ({ offset, bytes }) => text(offset, bytes));
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of items) found.push(one);
  return found;
}

/** All answers, one after the other; throws if they do not end. */
export async function walkReading(
  reading: Reading,
  format: ReadRequest['format'],
  maxTokens: number,
): Promise<readonly ReadResult[]> {
  const { kids, length } = reading.directory;
  const results: ReadResult[] = [];
  let from: ReadRequest['from'] | null = { kid: 0, unit: 0, offset: 0 };
  while (from) {
    const result: ReadResult = await readRange(reading, { from, toKid: kids, format, maxTokens });
    results.push(result);
    from = result.next;
    if (results.length > 10 + 4 * (kids + length)) throw new Error('reading does not end');
  }
  return results;
}

const measure = ({ content }: ReadResult) => {
  const counter = new TokenCounter();
  return counter.count(typeof content === 'string' ? content : JSON.stringify(content));
};

async function checkWalk(reading: Reading, text: string, maxTokens: number): Promise<readonly Violation[]> {
  const texts = await walkReading(reading, 'text', maxTokens);
  const markdown = await walkReading(reading, 'markdown', maxTokens);
  const tooLong = [...texts, ...markdown].filter((result) => {
    const tokens = result.content === '' ? 0 : measure(result);
    return tokens > maxTokens || tokens !== result.tokens;
  });
  return [
    ...difference('walking reads exactly the text', text, texts.map(({ content }) => content).join('')),
    ...tooLong.map(({ tokens, from }) => ({
      property: 'no answer has more tokens than allowed',
      detail: `${tokens} of ${maxTokens} at ${from?.ref}`,
    })),
  ];
}

function checkPlaces(placed: readonly PlacedBlock[], text: string): readonly Violation[] {
  const joined = placed.map(({ start, end }) => text.slice(start, end)).filter((one) => one !== '');
  const isOrdered = placed.every(({ start }, index) => start >= (placed[index - 1]?.start ?? 0));
  return [
    ...difference('blocks have their places in the text', text, joined.join('\n')),
    ...(isOrdered
      ? []
      : [{ property: 'starts are in reading order', detail: 'a block begins before the one above' }]),
  ];
}

/** Some words of the text: each must be found where it stands. */
async function checkSearch(reading: Reading, text: string): Promise<readonly Violation[]> {
  const words = [...new Set(text.match(/\p{L}{4,12}/gu) ?? [])]
    .filter((_, index) => index % 17 === 0)
    .slice(0, 8);
  const wrong: Violation[] = [];
  for (const word of words) {
    const { items, total } = await searchReading(reading, parseQuery(`"${word}"`), { offset: 0, limit: 100 });
    const isRight = items.every(({ match, start, end }) => text.slice(start, end) === match);
    if (total === 0 || !isRight)
      wrong.push({ property: 'every word is found', detail: `${word}: ${total} hits` });
  }
  return wrong;
}

export async function checkReading(
  document: DocumentStream,
  budgets = [100, 1_000],
): Promise<readonly Violation[]> {
  const reading = readingOf(document);
  const { kids } = JSON.parse([...writeJson(document, defaultWriteOptions)].join('')) as Document;
  const text = canonicalText(cleanParts(document, defaultWriteOptions));
  const placed = await all(reading.kids(0, reading.directory.kids));
  const violations: Violation[] = [
    ...sameList(
      'the index has the blocks of json',
      kids.map((kid) => JSON.stringify(withoutEmbeddedImages(kid))),
      placed.map(({ block }) => JSON.stringify(block)),
    ),
    ...checkPlaces(placed, text),
    ...(await checkSearch(reading, text)),
  ];
  for (const maxTokens of budgets) violations.push(...(await checkWalk(reading, text, maxTokens)));
  return violations;
}
