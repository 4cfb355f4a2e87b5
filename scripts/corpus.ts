/**
 * Runs the engine over directories of PDFs and prints how each kind of document ended. Exits 1 when a document neither
 * converts nor ends in a classified failure.
 */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { DocumentOutcome } from '../server/src/actions/convert-document.ts';
import { formats } from '../server/src/domain/formats.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { treeUsage } from '../server/src/engine/process-tree.ts';
import { failureClasses, type PreflightOutcome } from '../server/src/ports/engine.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { convertFixture, readGolden } from '../server/test/fixtures/golden.ts';
import { listPdfs, sampleOf } from './pdf-files.ts';

type Result = {
  readonly file: string;
  readonly preflight: PreflightOutcome;
  readonly preflightMs: number;
  readonly outcome: DocumentOutcome;
  readonly nextIsGolden: boolean;
};

/** Past its limit plus this, a document counts as hanging. */
const graceMs = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slots: { type: 'string', default: '2' },
    sample: { type: 'string' },
    'timeout-ms': { type: 'string', default: '60000' },
    'check-next': { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(`usage: npm run tools -- corpus [<dir>…] [options]

Without a directory it takes the one in OCTAVO_CORPUS.
  --slots N          conversions at a time, 2 by default
  --sample N         only so many documents, the same choice on every machine
  --timeout-ms N     limit for each document, 60000 by default
  --check-next       converts a fixture after every document and compares it with its golden bytes
  --report FILE      writes all results as JSON
`);
  process.exit();
}
const timeoutMs = Number(values['timeout-ms']);
const corpus = process.env['OCTAVO_CORPUS'];
const roots = positionals.length > 0 ? positionals : corpus ? [corpus] : [];
if (roots.length === 0) {
  console.error('Name a directory of PDFs, or set OCTAVO_CORPUS.');
  process.exit(2);
}

async function runOne(engine: Converter, file: string, scratch: string): Promise<Result> {
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const before = performance.now();
  const preflight = await engine.preflight({ path: file });
  const preflightMs = performance.now() - before;
  // Refused documents are converted too, to learn whether the refusal was right.
  const outcome = await engine.convert({
    sourcePath: file,
    fileName: 'corpus.pdf',
    options: withDefaults({ format: formats }),
    pageCount: preflight.status === 'accepted' ? preflight.pageCount : 10_000,
    outDir,
    timeoutMs,
  });
  await rm(outDir, { recursive: true });
  return { file, preflight, preflightMs, outcome, nextIsGolden: await isGolden(engine) };
}

async function isGolden(engine: Converter): Promise<boolean> {
  if (!values['check-next']) {
    return true;
  }
  const name = 'images';
  return isDeepStrictEqual((await convertFixture(engine, name)).hashes, (await readGolden())[name]);
}

async function runAll(engine: Converter, files: readonly string[], scratch: string): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...files];
  const lane = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      results.push(await runOne(engine, file, scratch));
      if (results.length % 100 === 0) {
        console.error(`${results.length}/${files.length}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Number(values.slots) }, lane));
  return results;
}

function verdictOf({ outcome }: Result): string {
  return outcome.status === 'converted' ? 'converted' : outcome.failure.class;
}

function printTable(results: readonly Result[]): void {
  for (const verdict of ['converted', ...failureClasses]) {
    const count = results.filter((result) => verdictOf(result) === verdict).length;
    console.log(`${verdict.padEnd(16)} ${String(count).padStart(5)}`);
  }
  const partial = results.filter(
    ({ outcome }) => outcome.status === 'failed' && outcome.failure.workingFormats.length > 0,
  );
  console.log(
    `${'(one format)'.padEnd(16)} ${String(partial.length).padStart(5)}  failed by single formats, counted above`,
  );
  const times = results.map(({ preflightMs }) => preflightMs).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
  const peaks = results.map(({ outcome }) => outcome.spent.memoryPeakBytes ?? 0);
  console.log(`memory peak      ${Math.round(Math.max(0, ...peaks) / 1_048_576)} MiB in one slot`);
  console.log(`preflight ms     p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}`);
}

/** Violations, one per line; an empty list is a pass. */
function findBreaches(results: readonly Result[], leftovers: readonly string[]): string[] {
  const breaches = [...leftovers];
  for (const { file, preflight, outcome, nextIsGolden } of results) {
    if (!nextIsGolden) {
      breaches.push(`the next document was converted differently: ${file}`);
    }
    if (outcome.spent.durationMs > timeoutMs + graceMs) {
      breaches.push(`hang: ${file} took ${Math.round(outcome.spent.durationMs)} ms`);
    }
    if (outcome.status !== 'converted') {
      continue;
    }
    if (preflight.status !== 'accepted') {
      breaches.push(`converted, but preflight said ${preflight.status}: ${file}`);
    } else if (preflight.pageCount !== outcome.pageCount) {
      breaches.push(`preflight counts ${preflight.pageCount}, the engine ${outcome.pageCount}: ${file}`);
    }
  }
  return breaches;
}

function printFailures(results: readonly Result[]): void {
  for (const { file, preflight, outcome } of results) {
    if (outcome.status === 'failed') {
      const { class: kind, detail, failedFormats } = outcome.failure;
      const admitted = preflight.status === 'refused' ? preflight.reason : preflight.status;
      const which = failedFormats.length > 0 ? ` [${failedFormats}]` : '';
      console.log(
        `${kind}${which}\t${admitted}\t${Math.round(outcome.spent.durationMs)} ms\t${file}\t${detail}`,
      );
    }
  }
}

async function main(): Promise<void> {
  const all = await listPdfs(roots);
  const files = values.sample ? sampleOf(all, Number(values.sample)) : all;
  const scratch = await mkdtemp(join(tmpdir(), 'octavo-corpus-'));
  // The sandbox's user must be able to pass through.
  await chmod(scratch, 0o711);
  const workDir = join(scratch, 'work');
  const engine = createConverter({
    slots: Number(values.slots),
    preflightSlots: Number(values.slots),
    workDir,
  });
  const started = performance.now();
  const probe = await engine.start();
  const results = await runAll(engine, files, scratch);
  await engine.close();
  const processes = (await treeUsage(process.pid)).pids.length - 1;
  const remains = await readdir(workDir);
  const leftovers = [
    ...(processes > 0 ? [`${processes} processes left`] : []),
    ...remains.map((name) => `left in the work directory: ${name}`),
  ];
  await rm(scratch, { recursive: true });
  console.log(
    `${files.length} files in ${Math.round((performance.now() - started) / 1000)} s`,
    JSON.stringify(probe),
  );
  printFailures(results);
  printTable(results);
  const breaches = findBreaches(results, leftovers);
  console.log(breaches.length === 0 ? 'no violations' : breaches.join('\n'));
  if (values.report) {
    await writeFile(values.report, JSON.stringify(results, null, 1));
  }
  process.exitCode = breaches.length === 0 ? 0 : 1;
}

await main();
