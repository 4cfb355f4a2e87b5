/**
 * Converts PDFs and compares the outputs with what independent readers (pdf.js, poppler) find: every web link must be at
 * its words, every value of a form field in all text formats, and right-to-left words must be there with their letters
 * and lines in order. Exits 1 if a link or a value is missing; of words, the shares that are found are printed.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { DroppedContent } from '../server/src/domain/dropped.ts';
import { type TextFormat, textFormats } from '../server/src/domain/formats.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { compareFields } from './pdf-coverage/compare-fields.ts';
import { compareLinks, linkFaults, linkVerdicts } from './pdf-coverage/compare-links.ts';
import { compareRightToLeft } from './pdf-coverage/compare-right-to-left.ts';
import { outputFacts } from './pdf-coverage/output-facts.ts';
import type { Annotations, HiddenText, PdfPage } from './pdf-coverage/pdf-facts.ts';
import { AnnotationReader } from './pdf-coverage/read-annotations.ts';
import { readLines, readWords } from './pdf-coverage/read-words.ts';
import { listPdfs } from './pdf-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-pages': { type: 'string', default: '50' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(
    'usage: npm run tools -- document-coverage <dir>… [--max-pages N] [--verbose]\n\n' +
      'Looks at the first N pages of each PDF, 50 by default. Needs pdftotext (poppler-utils).\n',
  );
  process.exit(values.help ? 0 : 2);
}
const pagesMax = Number(values['max-pages']);
const convertTimeoutMs = 120_000;

const counts = new Map<string, number>();
const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
let faults = 0;

async function convert(engine: Converter, file: string) {
  const admitted = await engine.preflight({ path: file });
  if (admitted.status !== 'accepted') return null;
  const { pageCount } = admitted;
  const pages = pageCount > pagesMax ? `1-${pagesMax}` : null;
  const options = withDefaults({ format: textFormats, includeHeaderFooter: true, pages });
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const request = { sourcePath: file, fileName: 'a.pdf', options, pageCount, outDir };
  const outcome = await engine.convert({ ...request, timeoutMs: convertTimeoutMs });
  if (outcome.status !== 'converted') return null;
  const texts = await Promise.all(
    outcome.outputs.map(async ({ format, path }) => [format, await readFile(path, 'utf8')] as const),
  );
  await rm(outDir, { recursive: true });
  const facts = outputFacts(Object.fromEntries(texts) as Record<TextFormat, string>);
  return { facts, dropped: outcome.dropped };
}

/** From the corner at the lower left, as in json, to that at the upper left. */
function hiddenTexts(dropped: DroppedContent, pages: readonly PdfPage[]): HiddenText[] {
  const heights = new Map(pages.map(({ page, height }) => [page, height]));
  return dropped.items.map(({ page, box: [left, bottom, right, top] }) => {
    const height = heights.get(page) ?? 0;
    return { page, box: [left, height - top, right, height - bottom] };
  });
}

function report(file: string, what: string, isFault: boolean, detail: string): void {
  if (isFault) faults++;
  if (isFault || values.verbose) console.log(`${relative(process.cwd(), file)}: ${what}: ${detail}`);
}

type Converted = NonNullable<Awaited<ReturnType<typeof convert>>>;

async function compareAnnotations(file: string, converted: Converted, annotations: Annotations) {
  const { links, fields, pages } = annotations;
  const { facts: found, dropped } = converted;
  const words = await readWords(file, pages);
  const results = compareLinks(links, words, found, hiddenTexts(dropped, pages));
  for (const { page, url, verdict, detail } of results) {
    count(`links: ${verdict}`);
    if (verdict !== 'carried')
      report(file, verdict, linkFaults.includes(verdict), `page ${page}, ${url}: ${detail}`.slice(0, 500));
  }
  for (const { field, missingIn } of compareFields(fields, found)) {
    count(missingIn.length === 0 ? 'fields: carried' : 'fields: missing');
    const detail = `page ${field.page}, ${field.type} ${field.name}: ${JSON.stringify(field.values)}`;
    if (missingIn.length > 0) report(file, `missing in ${missingIn}`, true, detail.slice(0, 500));
  }
}

/** Fewer letters are names in a text of another script. */
const rightToLeftLettersMin = 10;
const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/gu;

const isRightToLeft = (lines: readonly string[]): boolean =>
  (lines.join('').match(rightToLeftLetters)?.length ?? 0) >= rightToLeftLettersMin;

function compareLines(file: string, lines: readonly string[], { facts }: Converted): void {
  const { words, found, pairs, inOrder, missing } = compareRightToLeft(lines, facts.textOf.text);
  count('right-to-left: documents');
  count('right-to-left: words', words);
  count('right-to-left: words found', found);
  count('right-to-left: pairs', pairs);
  count('right-to-left: pairs in order', inOrder);
  const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
  const figures = `words ${share(found, words)} of ${words}, pairs in order ${share(inOrder, pairs)} of ${pairs}`;
  console.log(`${relative(process.cwd(), file)}: right-to-left: ${figures}`);
  report(file, 'right-to-left words not found', false, missing.slice(0, 20).join(' '));
}

async function readAnnotations(file: string): Promise<Annotations | null> {
  const read = await reader.read(file, pagesMax);
  if ('annotations' in read) {
    const { links, fields } = read.annotations;
    return links.some((link) => link.url !== null) || fields.length > 0 ? read.annotations : null;
  }
  count('documents that pdf.js cannot read');
  report(file, 'not read by pdf.js', false, read.error);
  return null;
}

async function runOne(engine: Converter, file: string): Promise<void> {
  const annotations = await readAnnotations(file);
  const lines = await readLines(file, pagesMax);
  if (annotations === null && !isRightToLeft(lines)) return;
  const converted = await convert(engine, file);
  if (annotations !== null) count('documents with links or values');
  if (converted === null) count('documents that do not convert');
  else {
    if (annotations !== null) await compareAnnotations(file, converted, annotations);
    if (isRightToLeft(lines)) compareLines(file, lines, converted);
  }
}

const scratch = await mkdtemp(join(tmpdir(), 'octavo-coverage-'));
// The sandbox's user must be able to pass through.
await chmod(scratch, 0o711);
const reader = new AnnotationReader();
const engine = createConverter({ slots: 1, preflightSlots: 1, workDir: join(scratch, 'work') });
await engine.start();
const files = await listPdfs(positionals);
for (const file of files) await runOne(engine, file);
await engine.close();
await reader.close();
await rm(scratch, { recursive: true });

console.log(
  `${files.length} files, up to ${pagesMax} pages of each; links to one address on a page count once`,
);
const order = ['documents', ...linkVerdicts.map((verdict) => `links: ${verdict}`), 'fields', 'right'];
const place = (what: string) => order.findIndex((prefix) => what.startsWith(prefix));
for (const [what, number] of [...counts].sort(([a], [b]) => place(a) - place(b)))
  console.log(`${String(number).padStart(6)} ${what}`);
process.exitCode = faults === 0 ? 0 : 1;
