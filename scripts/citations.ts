/**
 * Converts PDFs, cuts them into chunks and locates quotes in them, and checks the results against the words that
 * poppler finds: chunks cover the document, quotes are found where they are printed, altered and foreign ones are not.
 * Exits 1 if one of the promises does not hold.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { seededRandom } from '@octavo/testkit/seeded-random.ts';
import type { ChunkOptions } from '../document/chunks/chunk.ts';
import { makeChunks } from '../document/chunks/make-chunks.ts';
import { locate } from '../document/citations/locate.ts';
import { normalizeQuote } from '../document/citations/normalize.ts';
import type { LocatedQuote } from '../document/citations/quote.ts';
import { chunkPropertyFaults, wholeText } from '../document/properties/check-chunks.ts';
import type { Reading } from '../document/reading/reading.ts';
import { readStored } from '../document/store/stored-document.ts';
import { memoryReading } from '../document/testing/memory-reading.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { alterationNames, alterQuote, sampleQuotes } from './citations/sample-quotes.ts';
import { overlapOf, pageLetters, wordsOfQuote } from './citations/word-overlap.ts';
import { readWords } from './pdf-coverage/read-words.ts';
import { listPdfs } from './pdf-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-pages': { type: 'string', default: '50' },
    quotes: { type: 'string', default: '2000' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- citations <dir>… [options]

  --max-pages N   looks at the first N pages of each PDF, 50 by default
  --quotes N      quotes that are sampled over all documents, and as many altered ones, 2000 by default
  --verbose       also shows quotes whose boxes do not fit

Needs pdftotext (poppler-utils).
`);
  process.exit(values.help ? 0 : 2);
}
const convertTimeoutMs = 120_000;
const locateOptions = { minScore: 0.8, limit: 5, ignoreCase: false };
const batchSize = 50;
const chunkings: readonly ChunkOptions[] = [
  { max_tokens: 512, overlap: 0, merge: true, tables: 'markdown', tokenizer: 'o200k_base' },
  { max_tokens: 128, overlap: 0, merge: false, tables: 'csv', tokenizer: 'o200k_base' },
  { max_tokens: 256, overlap: 32, merge: true, tables: 'html', tokenizer: 'characters' },
];

const counts = new Map<string, number>();
const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
const counted = (what: string) => counts.get(what) ?? 0;
let faults = 0;

function report(file: string, detail: string, isFault = true): void {
  if (isFault) faults++;
  if (isFault || values.verbose) console.log(`${relative(process.cwd(), file)}: ${detail.slice(0, 500)}`);
}

async function convert(engine: Converter, file: string): Promise<Reading | null> {
  const admitted = await engine.preflight({ path: file });
  if (admitted.status !== 'accepted') return null;
  const { pageCount } = admitted;
  const pagesMax = Number(values['max-pages']);
  const options = withDefaults({ format: ['json'], pages: pageCount > pagesMax ? `1-${pagesMax}` : null });
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const request = { sourcePath: file, fileName: 'a.pdf', options, pageCount, outDir };
  const outcome = await engine.convert({ ...request, timeoutMs: convertTimeoutMs });
  if (outcome.status !== 'converted') return null;
  const stored = zstdDecompressSync(await readFile(outcome.document.path)).toString('utf8');
  await rm(outDir, { recursive: true });
  const lines = stored.split('\n').filter((line) => line !== '');
  return memoryReading(readStored(() => lines));
}

async function checkChunks(file: string, reading: Reading): Promise<void> {
  for (const options of chunkings) {
    for (const fault of await chunkPropertyFaults(reading, options)) report(file, `chunks: ${fault}`);
    const ids = async () => {
      const idOf = (ref: string, start: number, end: number) => `${ref}:${start}-${end}`;
      return (await Array.fromAsync(makeChunks(reading, options, idOf))).map(({ chunk }) => chunk.id);
    };
    const first = await ids();
    if (String(first) !== String(await ids())) report(file, 'chunks: other ids in the second run');
    count('chunks', first.length);
  }
}

async function locateAll(reading: Reading, quotes: readonly string[]): Promise<readonly LocatedQuote[]> {
  const found: LocatedQuote[] = [];
  for (let from = 0; from < quotes.length; from += batchSize) {
    const batch = quotes.slice(from, from + batchSize).map((exact) => ({ exact }));
    found.push(...(await locate(reading, batch, locateOptions, true)));
  }
  return found;
}

const isVerbatim = ({ verdict, score }: LocatedQuote) =>
  verdict === 'verbatim' || (verdict === 'ambiguous' && score === 1);

async function checkBoxes(file: string, reading: Reading, located: readonly LocatedQuote[]): Promise<void> {
  const { pages } = reading.directory;
  const words = await readWords(file, pages);
  for (const { verdict, matches } of located) {
    const [match] = matches;
    const page = pages.find((one) => one.page === match?.page);
    const isOnOnePage = match?.boxes.every((box) => box.page === match.page);
    if (!match || verdict !== 'verbatim' || page?.rotation !== 0 || !isOnOnePage) continue;
    const printed = wordsOfQuote(match.exact, pageLetters(words, match.page));
    if (!printed) {
      count('quotes whose words poppler has in another order, or several times');
      continue;
    }
    count('quotes compared with poppler');
    const { covered, filled } = overlapOf(printed, match.boxes, page.height);
    if (filled > 0.5) count('quotes whose boxes are filled by words by more than half');
    if (covered > 0.5) count('quotes whose words are covered by more than half');
    else report(file, `page ${match.page}, covered ${covered.toFixed(2)}: ${match.exact}`, false);
  }
}

async function checkAltered(file: string, reading: Reading, text: string, quotes: readonly string[]) {
  const normalized = normalizeQuote(text, locateOptions);
  const altered = quotes.flatMap((quote) => {
    const name = random.pick(alterationNames);
    const other = alterQuote(quote, name, random);
    if (other === null || normalized.includes(normalizeQuote(other, locateOptions))) return [];
    return [{ name, quote: other }];
  });
  const found = await locateAll(
    reading,
    altered.map(({ quote }) => quote),
  );
  for (const [index, { name, quote }] of altered.entries()) {
    const answer = found[index];
    count('altered quotes');
    count(`altered quotes: ${answer?.verdict}`);
    if (answer && isVerbatim(answer)) report(file, `altered (${name}) but verbatim: ${quote}`);
  }
}

/** Quotes of the document that was read last in each directory. */
const quotesOf = new Map<string, readonly string[]>();

/** Documents of the same directory can be versions of each other; so can others that share a quote. */
async function checkForeign(file: string, reading: Reading, text: string) {
  const normalized = normalizeQuote(text, locateOptions);
  const isIn = (quote: string) => normalized.includes(normalizeQuote(quote, locateOptions));
  const others = [...quotesOf].filter(([directory, own]) => directory !== dirname(file) && !own.some(isIn));
  const foreign = others.flatMap(([, own]) => own.slice(0, 5));
  for (const [index, { verdict, matches }] of (await locateAll(reading, foreign)).entries()) {
    count('foreign quotes');
    count(`foreign quotes: ${verdict}`);
    if (matches.length > 0) report(file, `foreign, ${verdict}: ${foreign[index]} / ${matches[0]?.exact}`);
  }
}

/** A number with a raised digit, such as `10²`, is `102` in the canonical text, and not verbatim as that. */
const differsInHeight = (quote: string, { verdict, matches }: LocatedQuote) =>
  verdict === 'near' &&
  normalizeQuote(matches[0]?.exact ?? '', locateOptions) === normalizeQuote(quote, locateOptions);

function checkFound(file: string, quotes: readonly string[], located: readonly LocatedQuote[]): void {
  for (const [index, answer] of located.entries()) {
    const quote = quotes[index] ?? '';
    count('quotes');
    if (isVerbatim(answer)) continue;
    if (differsInHeight(quote, answer)) count('quotes with raised digits, which are near');
    else report(file, `${answer.verdict} instead of verbatim: ${quote}`);
  }
}

const scratch = await mkdtemp(join(tmpdir(), 'octavo-citations-'));
// The sandbox's user must be able to pass through.
await chmod(scratch, 0o711);
const random = seededRandom(25);
const engine = createConverter({ slots: 1, preflightSlots: 1, workDir: join(scratch, 'work') });
await engine.start();
const files = await listPdfs(positionals);
const perDocument = Math.ceil((2 * Number(values.quotes)) / Math.max(1, files.length));
for (const file of files) {
  const reading = await convert(engine, file);
  if (!reading) {
    count('documents that do not convert');
    continue;
  }
  count('documents');
  count('pages', reading.directory.pages.length);
  await checkChunks(file, reading);
  const text = await wholeText(reading);
  const quotes = sampleQuotes(text, perDocument, random);
  const located = await locateAll(reading, quotes);
  checkFound(file, quotes, located);
  await checkBoxes(file, reading, located);
  await checkAltered(file, reading, text, quotes);
  await checkForeign(file, reading, text);
  quotesOf.set(dirname(file), quotes);
}
await engine.close();
await rm(scratch, { recursive: true });

for (const [what, number] of counts) console.log(`${String(number).padStart(7)} ${what}`);
const compared = counted('quotes compared with poppler');
const share = counted('quotes whose words are covered by more than half') / Math.max(1, compared);
console.log(`${(100 * share).toFixed(2)} % of ${compared} quotes lie on their words; ${faults} faults`);
process.exitCode = faults === 0 && share >= 0.98 ? 0 : 1;
