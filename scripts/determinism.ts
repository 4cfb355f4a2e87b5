/**
 * Converts every document twice, once alone in one slot and once next to others, and compares the results byte by byte
 * (by SHA-256). Exits 1 if one differs.
 */
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { DocumentOutcome } from '../server/src/actions/convert-document.ts';
import { type Format, formats } from '../server/src/domain/formats.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { listPdfs, sampleOf } from './pdf-files.ts';

/** Documents between two lines of progress; each batch is converted alone first, then under load in reverse order. */
const batchSize = 20;
/** The machine may be busy with other work, on purpose. */
const startTimeoutMs = 600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slots: { type: 'string', default: '2' },
    'ocr-slots': { type: 'string', default: '0' },
    formats: { type: 'string', default: formats.join(',') },
    sample: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    keep: { type: 'string' },
    'timeout-ms': { type: 'string', default: '300000' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- determinism <dir>… [options]

  --slots N        conversions at a time in the second run, 2 by default; 1 repeats the first run
  --ocr-slots N    documents at a time whose text is recognized; 0, the default, leaves scans without text
  --formats LIST   with commas between them; all by default
  --sample N       only so many documents, the same choice on every machine
  --part K/N       only every N-th document, from the K-th on: a long run in N steps
  --keep DIR       copies the stored documents of the first run there, for the tool document-properties
  --timeout-ms N   limit for each document, 300000 by default
`);
  process.exit(values.help ? 0 : 2);
}
const wanted = values.formats.split(',');
const chosenFormats = formats.filter((format) => wanted.includes(format));

/** Everything a customer gets, by name; a failure counts by its class. */
type Result = ReadonlyMap<string, string>;

function resultOf(outcome: DocumentOutcome): Result {
  if (outcome.status === 'failed') return new Map([['outcome', `failed: ${outcome.failure.class}`]]);
  return new Map([
    ['outcome', 'converted'],
    ['warnings', JSON.stringify(outcome.warnings)],
    ['dropped', JSON.stringify(outcome.dropped)],
    ['stored document', outcome.document.sha256],
    // Ids of chunks are hashes of it, so they are the same in every run, too.
    ['reading index', outcome.reading?.sha256 ?? 'none'],
    ...outcome.outputs.map(({ format, sha256 }) => [format, sha256] as const),
  ]);
}

async function keep(file: string, outcome: DocumentOutcome): Promise<void> {
  if (values.keep === undefined || outcome.status === 'failed') return;
  await mkdir(values.keep, { recursive: true });
  const name = relative(process.cwd(), file).replaceAll(/[^\w.-]+/g, '_');
  await copyFile(outcome.document.path, join(values.keep, `${name}.jsonl.zst`));
}

async function convert(engine: Converter, file: string, format: readonly Format[]): Promise<DocumentOutcome> {
  const admitted = await engine.preflight({ path: file });
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const outcome = await engine.convert({
    sourcePath: file,
    fileName: 'document.pdf',
    options: withDefaults({ format }),
    pageCount: admitted.status === 'accepted' ? admitted.pageCount : 10_000,
    outDir,
    timeoutMs: Number(values['timeout-ms']),
  });
  if (engine === alone) await keep(file, outcome);
  await rm(outDir, { recursive: true });
  return outcome;
}

/** A document that cannot have all formats, such as a tagged version of an encrypted one, is compared in the others. */
async function convertOne(engine: Converter, file: string): Promise<Result> {
  const outcome = await convert(engine, file, chosenFormats);
  const working = outcome.status === 'failed' ? outcome.failure.workingFormats : [];
  return resultOf(working.length > 0 ? await convert(engine, file, working) : outcome);
}

async function convertAll(engine: Converter, lanes: number, files: readonly string[]) {
  const results = new Map<string, Result>();
  const queue = [...files];
  const lane = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift())
      results.set(file, await convertOne(engine, file));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const totals = { same: 0, failed: 0, different: 0 };

function compare(file: string, one: Result | undefined, other: Result | undefined): void {
  const parts = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])];
  const different = parts.filter((part) => one?.get(part) !== other?.get(part));
  if (different.length === 0) {
    totals[one?.get('outcome') === 'converted' ? 'same' : 'failed']++;
    return;
  }
  totals.different++;
  const outcomes = `${one?.get('outcome')} / ${other?.get('outcome')}`;
  const isKnown = one?.get('warnings')?.includes('result_not_reproducible');
  const note = isKnown ? ' (has the warning result_not_reproducible)' : '';
  console.log(`${relative(process.cwd(), file)}: ${different.join(', ')} differ; ${outcomes}${note}`);
}

const scratch = await mkdtemp(join(tmpdir(), 'octavo-determinism-'));
// The sandbox's user must be able to pass through.
await chmod(scratch, 0o711);
const open = async (name: string, slots: number) => {
  const recognizeSlots = Math.min(slots, Number(values['ocr-slots']));
  const settings = { slots, recognizeSlots, preflightSlots: 1, workDir: join(scratch, name), startTimeoutMs };
  const engine = createConverter(settings, { startTimeoutMs });
  await engine.start();
  return engine;
};
const all = await listPdfs(positionals);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const chosen = values.sample ? sampleOf(all, Number(values.sample)) : all;
const files = chosen.filter((_, index) => index % parts === part - 1);
const lanes = Number(values.slots);
const [alone, loaded] = [await open('alone', 1), await open('loaded', lanes)];
for (let from = 0; from < files.length; from += batchSize) {
  const batch = files.slice(from, from + batchSize);
  const first = await convertAll(alone, 1, batch);
  const second = await convertAll(loaded, lanes, batch.toReversed());
  for (const file of batch) compare(file, first.get(file), second.get(file));
  console.log(`${from + batch.length}/${files.length}`);
}
await Promise.all([alone.close(), loaded.close()]);
await rm(scratch, { recursive: true });

console.log(`${files.length} documents, formats ${chosenFormats.join(', ')}; ${lanes} at a time against one`);
console.log(`${totals.same} identical, ${totals.failed} fail the same way, ${totals.different} differ`);
process.exitCode = totals.different === 0 ? 0 : 1;
