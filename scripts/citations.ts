/**
 * Converts PDFs, cuts them into chunks, locates quotes in them and searches for them, and checks the results against
 * the words that poppler finds: chunks cover the document, quotes are found where they are printed, altered and foreign
 * ones are not. Exits 1 if one of the promises does not hold, or if it was tried with too few quotes.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { seededRandom } from '@octavo/testkit/seeded-random.ts';
import { locate } from '../document/citations/locate.ts';
import { normalizeQuote } from '../document/citations/normalize.ts';
import type { LocatedQuote } from '../document/citations/quote.ts';
import type { DocumentStream } from '../document/model/document.ts';
import { wholeText } from '../document/properties/check-chunks.ts';
import type { Reading } from '../document/reading/reading.ts';
import { searchReading } from '../document/reading/search.ts';
import { parseQuery } from '../document/reading/search-query.ts';
import { readStored } from '../document/store/stored-document.ts';
import { memoryReading } from '../document/testing/memory-reading.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { chunkFaults, chunkings, readingFaults } from './citations/check-properties.ts';
import { alterationNames, alterQuote, sampleQuotes } from './citations/sample-quotes.ts';
import { overlapOf, pageLetters, wordsOfQuote } from './citations/word-overlap.ts';
import { readWords } from './pdf-coverage/read-words.ts';
import { listPdfs } from './pdf-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-pages': { type: 'string', default: '50' },
    quotes: { type: 'string', default: '2000' },
    'only-properties': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- citations <dir>… [options]

  --max-pages N      looks at the first N pages of each PDF, 50 by default
  --quotes N         quotes that are compared with poppler over all documents, as many altered ones, and a quarter as
                     many of other documents; 2000 by default
  --only-properties  checks reading in parts and chunks, and locates no quotes
  --verbose          also shows quotes whose boxes do not fit

Needs pdftotext (poppler-utils).
`);
  process.exit(values.help ? 0 : 2);
}
const convertTimeoutMs = 120_000;
const locateOptions = { minScore: 0.8, limit: 5, ignoreCase: false };
const batchSize = 50;
const counts = new Map<string, number>();
const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
const counted = (what: string) => counts.get(what) ?? 0;
let faults = 0;

function report(file: string, detail: string, isFault = true): void {
  if (isFault) faults++;
  if (isFault || values.verbose) console.log(`${relative(process.cwd(), file)}: ${detail.slice(0, 500)}`);
}

async function convert(engine: Converter, file: string): Promise<DocumentStream | null> {
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
  return readStored(() => lines);
}

async function checkProperties(file: string, document: DocumentStream, reading: Reading): Promise<void> {
  for (const fault of await readingFaults(document)) report(file, `reading: ${fault}`);
  for (const options of chunkings) {
    const { chunks, faults: found } = await chunkFaults(reading, options);
    for (const fault of found) report(file, `chunks: ${fault}`);
    count('chunks', chunks);
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

type Match = LocatedQuote['matches'][number];

/** The boxes of the same words as a hit of a search; a search does not look over the ends of blocks. */
async function boxesOfHit(reading: Reading, { exact, start }: Match): Promise<Match['boxes'] | undefined> {
  const phrase = `"${exact.replaceAll(/["“”„]/g, ' ')}"`;
  const { items } = await searchReading(reading, parseQuery(phrase), { offset: 0, limit: 100 });
  const near = items.filter((hit) => Math.abs(hit.start - start) <= 2);
  return near.length === 1 ? near[0]?.boxes : undefined;
}

async function checkBoxes(file: string, reading: Reading, located: readonly LocatedQuote[]): Promise<void> {
  const { pages } = reading.directory;
  // Poppler fails on some damaged files, and takes minutes for others.
  const words = await readWords(file, pages).catch(() => null);
  if (words === null) {
    count('documents that poppler does not read');
    return;
  }
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
    const found = await boxesOfHit(reading, match);
    if (!found) continue;
    count('hits compared with poppler');
    const hit = overlapOf(printed, found, page.height);
    if (hit.covered > 0.5) count('hits whose words are covered by more than half');
    else report(file, `page ${match.page}, hit covered ${hit.covered.toFixed(2)}: ${match.exact}`, false);
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
  const foreign = others.flatMap(([, own]) => own.slice(0, 12));
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
const wanted = Number(values.quotes);
// Half of the documents have little text, and many quotes are in several places.
const perDocument = Math.ceil((5 * wanted) / Math.max(1, files.length));
for (const file of files) {
  const document = await convert(engine, file);
  if (!document) {
    count('documents that do not convert');
    continue;
  }
  const reading = memoryReading(document);
  count('documents');
  count('pages', reading.directory.pages.length);
  await checkProperties(file, document, reading);
  if (values['only-properties']) continue;
  const text = await wholeText(reading);
  const quotes = sampleQuotes(text, perDocument, random);
  const located = await locateAll(reading, quotes);
  checkFound(file, quotes, located);
  if (located.length > 0) await checkBoxes(file, reading, located);
  await checkAltered(file, reading, text, quotes);
  await checkForeign(file, reading, text);
  quotesOf.set(dirname(file), quotes);
}
await engine.close();
await rm(scratch, { recursive: true });

for (const [what, number] of counts) console.log(`${String(number).padStart(7)} ${what}`);
const shareOf = (kind: string) => {
  const compared = counted(`${kind} compared with poppler`);
  const share = counted(`${kind} whose words are covered by more than half`) / Math.max(1, compared);
  console.log(`${(100 * share).toFixed(2)} % of ${compared} ${kind} lie on their words`);
  return share;
};
const hasQuotes = !values['only-properties'];
const isCovered = !hasQuotes || [shareOf('quotes'), shareOf('hits')].every((share) => share >= 0.98);
const isEnough =
  !hasQuotes ||
  (counted('quotes compared with poppler') >= wanted &&
    counted('altered quotes') >= wanted &&
    counted('foreign quotes') >= wanted / 4);
console.log(`${faults} faults${isEnough ? '' : '; too few quotes'}`);
process.exitCode = faults === 0 && isCovered && isEnough ? 0 : 1;
