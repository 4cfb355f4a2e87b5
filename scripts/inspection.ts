/**
 * Compares what an inspection predicts with what the conversion then reports, page by page. With `--inspect-only` nothing
 * is converted: how long each inspection takes, whether each ends in time, and whether a fixture inspected next is read
 * correctly.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDefaults } from '../server/src/domain/options.ts';
import { defaultSettings } from '../server/src/engine/settings.ts';
import type { DocumentFindings, EngineWarning, WarningCode } from '../server/src/ports/engine.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { fixturePath } from '../server/test/fixtures/golden.ts';
import { listPdfs, sampleOf } from './pdf-files.ts';

/** Past its limit plus this, an inspection counts as hanging. */
const graceMs = 5_000;
const convertTimeoutMs = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    'inspect-only': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(
    'usage: npm run tools -- inspection <dir>… [--sample N] [--inspect-only] [--verbose]\n',
  );
  process.exit();
}

type Tally = { hits: number; falseAlarms: number; misses: number };
const tallies: Record<string, Tally> = {};
const times: number[] = [];
const breaches: string[] = [];

function compare(what: string, file: string, foretold: readonly number[], seen: readonly number[]): void {
  tallies[what] ??= { hits: 0, falseAlarms: 0, misses: 0 };
  const tally = tallies[what];
  const falseAlarms = foretold.filter((page) => !seen.includes(page));
  const misses = seen.filter((page) => !foretold.includes(page));
  tally.hits += foretold.length - falseAlarms.length;
  tally.falseAlarms += falseAlarms.length;
  tally.misses += misses.length;
  if (values.verbose && falseAlarms.length + misses.length > 0) {
    console.log(`${what}\t${basename(file)}\tfalse alarms ${falseAlarms}\tmisses ${misses}`);
  }
}

function pagesOf(warnings: readonly EngineWarning[], ...codes: WarningCode[]): number[] {
  return warnings.filter(({ code }) => codes.includes(code)).flatMap(({ pages }) => pages);
}

async function convertAndCompare(
  engine: Converter,
  file: string,
  pageCount: number,
  found: DocumentFindings,
) {
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const options = withDefaults({ format: ['text'] });
  const request = { sourcePath: file, fileName: 'a.pdf', options, pageCount, outDir };
  const outcome = await engine.convert({ ...request, timeoutMs: convertTimeoutMs });
  await rm(outDir, { recursive: true });
  if (outcome.status !== 'converted') return;
  const { warnings } = outcome;
  compare('scanned', file, found.scannedPages, pagesOf(warnings, 'page_only_image'));
  const garbled = pagesOf(warnings, 'page_text_garbled');
  // A page of which no letter could be mapped is empty for the engine, and garbled, which says more.
  const empty = pagesOf(warnings, 'page_only_image', 'page_without_content');
  compare(
    'without text',
    file,
    found.pagesWithoutText,
    empty.filter((page) => !garbled.includes(page)),
  );
  compare('garbled', file, found.garbledPages, garbled);
  documents += 1;
  pages += pageCount;
}

async function expectNextAsEver(engine: Converter, after: string): Promise<void> {
  const next = await engine.inspect({ path: fixturePath('images'), range: [{ from: 1, to: 2 }] });
  const pages = next.status === 'inspected' ? next.findings.scannedPages : [];
  if (pages.join() !== '2') breaches.push(`the next document was read differently: ${after}`);
}

async function runOne(engine: Converter, file: string): Promise<void> {
  const admitted = await engine.preflight({ path: file });
  if (admitted.status !== 'accepted' && !values['inspect-only']) return;
  const pageCount = admitted.status === 'accepted' ? admitted.pageCount : defaultSettings.pagesMax;
  const before = performance.now();
  const outcome = await engine.inspect({ path: file, range: [{ from: 1, to: pageCount }] });
  const took = performance.now() - before;
  times.push(took);
  if (took > defaultSettings.inspectTimeoutMs + graceMs) breaches.push(`${file} took ${Math.round(took)} ms`);
  if (outcome.status !== 'inspected') {
    breaches.push(`${file}: ${outcome.status}`);
    return;
  }
  const { findings } = outcome;
  if (values.verbose && (took > 1_000 || findings.pagesInspected < pageCount)) {
    console.log(`${basename(file)}\t${Math.round(took)} ms\t${findings.pagesInspected}/${pageCount} pages`);
  }
  if (values['inspect-only']) await expectNextAsEver(engine, file);
  else await convertAndCompare(engine, file, pageCount, findings);
}

const all = await listPdfs(positionals);
const chosen = sampleOf(all, Number(values.sample ?? all.length));
const scratch = await mkdtemp(join(tmpdir(), 'octavo-inspection-'));
// The sandbox's user must be able to pass through.
await chmod(scratch, 0o711);
let documents = 0;
let pages = 0;
const slots = values['inspect-only'] ? 0 : 1;
const engine = createConverter({ slots, inspectSlots: 1, workDir: join(scratch, 'work') });
await engine.start();
for (const file of chosen) await runOne(engine, file);
await engine.close();
await rm(scratch, { recursive: true });

console.log(`${chosen.length} files; ${documents} converted and compared, ${pages} pages`);
for (const [what, { hits, falseAlarms, misses }] of Object.entries(tallies)) {
  const share = (part: number, whole: number) => (whole === 0 ? 'none' : (part / whole).toFixed(3));
  const precision = share(hits, hits + falseAlarms);
  const recall = share(hits, hits + misses);
  console.log(
    `${what}: ${hits} right, ${falseAlarms} false alarms, ${misses} missed; precision ${precision}, recall ${recall}`,
  );
}
const sorted = times.toSorted((a, b) => a - b);
const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
console.log(`inspection ms: p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}`);
console.log(breaches.length === 0 ? 'all ended in time' : breaches.join('\n'));
process.exitCode = breaches.length === 0 ? 0 : 1;
