/**
 * Our pool beside the bare engine: the same documents, the same flags, in turn, in one run.
 * `npm run bench -- engine <dir of PDFs> [--rounds 5] [--copies 2]`; without a directory it takes OCTAVO_CORPUS/documents.
 * Every contender starts cold, so that what is compared is the whole of a batch and not the luck of a warm JVM.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { withDefaults } from '../server/src/domain/options.ts';
import { createEngine } from '../server/src/engine/engine.ts';
import { engineJarPath } from '../server/src/engine/engine-jar.ts';
import { treeUsage } from '../server/src/engine/process-tree.ts';
import { defaultSettings } from '../server/src/engine/settings.ts';
import type { Engine } from '../server/src/ports/engine.ts';
import { fixturePath } from '../server/test/fixtures/golden.ts';

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, copies: { type: 'string', default: '2' } },
});
const corpus = process.env['OCTAVO_CORPUS'];
const source = positionals[0] ?? (corpus ? join(corpus, 'documents') : null);
if (!source) {
  process.stderr.write('Name a directory of PDFs, or set OCTAVO_CORPUS.\n');
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const root = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
await chmod(root, 0o711);
const options = withDefaults({ format: ['json', 'markdown'] });
const heap = `-Xmx${Math.floor(defaultSettings.convert.heapBytes / 1_048_576)}m`;

type Document = { readonly path: string; readonly pageCount: number };

async function convertAll(engine: Engine, documents: readonly Document[], lanes: number): Promise<number> {
  const queue = [...documents];
  let converted = 0;
  const lane = async () => {
    const outDir = await mkdtemp(join(root, 'out-'));
    for (let next = queue.shift(); next; next = queue.shift()) {
      const request = {
        sourcePath: next.path,
        pageCount: next.pageCount,
        fileName: 'a.pdf',
        options,
        outDir,
      };
      const outcome = await engine.convert({ ...request, timeoutMs: 30_000 });
      converted += outcome.status === 'converted' ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return converted;
}

/** Only documents that both sides convert quickly are compared: a failure has no throughput. */
async function chooseDocuments(): Promise<Document[]> {
  const names = (await readdir(source as string, { recursive: true })).filter((name) =>
    name.endsWith('.pdf'),
  );
  const engine = createEngine({ workDir: join(root, 'work') });
  await engine.start();
  const chosen: Document[] = [];
  const outDir = await mkdtemp(join(root, 'out-'));
  await mkdir(join(root, 'in'));
  for (const [index, name] of names.sort().entries()) {
    const path = join(source as string, name);
    const admitted = await engine.preflight({ path });
    if (admitted.status !== 'accepted' || admitted.encrypted) {
      continue;
    }
    const { pageCount } = admitted;
    const request = { sourcePath: path, pageCount, fileName: 'a.pdf', options, outDir, timeoutMs: 8_000 };
    if ((await engine.convert(request)).status !== 'converted') {
      continue;
    }
    for (let copy = 0; copy < Number(values.copies); copy += 1) {
      const target = join(root, 'in', `${index}-${copy}.pdf`);
      await copyFile(path, target);
      await chmod(target, 0o644);
      chosen.push({ path: target, pageCount });
    }
  }
  await engine.close();
  return chosen;
}

/** CPU time of every child that has ended, in seconds: wall time says little on a machine that others use as well. */
async function childrenCpu(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function batch(documents: readonly Document[]): Promise<number> {
  const before = await childrenCpu();
  const out = await mkdtemp(join(root, 'cli-'));
  const flags = [heap, '-XX:+UseSerialGC', '-Djava.awt.headless=true', '-jar', engineJarPath()];
  const engine = ['-q', '-f', 'json,markdown', '--image-output', 'off', '-o', out];
  await run('java', [...flags, ...engine, ...documents.map(({ path }) => path)], { maxBuffer: 1e8 });
  await rm(out, { recursive: true });
  return (await childrenCpu()) - before;
}

/** Ours counts the worker's own time as well as its JVMs. */
async function pool(documents: readonly Document[], slots: number): Promise<number> {
  const before = (await treeUsage(process.pid)).cpuMs;
  const engine = createEngine({ workDir: join(root, 'work'), slots, preflightSlots: 0 });
  await engine.start();
  const converted = await convertAll(engine, documents, slots);
  const cpu = ((await treeUsage(process.pid)).cpuMs - before) / 1000;
  await engine.close();
  if (converted !== documents.length) {
    throw new Error(`${documents.length - converted} documents failed`);
  }
  return cpu;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const halves = (documents: readonly Document[]) =>
  [0, 1].map((half) => documents.filter((_, index) => index % 2 === half));

async function throughput(): Promise<void> {
  const documents = await chooseDocuments();
  const pages = documents.reduce((sum, { pageCount }) => sum + pageCount, 0);
  say(`${documents.length} documents, ${pages} pages, json + markdown, ${values.rounds} rounds in turn`);
  const contenders: Readonly<Record<string, () => Promise<number>>> = {
    'bare engine, one batch': () => batch(documents),
    'pool, 1 slot': () => pool(documents, 1),
    'bare engine, two batches': () => twoBatches(documents),
    'pool, 2 slots': () => pool(documents, 2),
  };
  const rounds = new Map<string, Round[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, work] of Object.entries(contenders)) {
      const started = performance.now();
      const cpu = await work();
      rounds.get(name)?.push({ wall: (performance.now() - started) / 1000, cpu });
    }
  }
  for (const [name, all] of rounds) {
    const perSecond = documents.length / median(all.map(({ wall }) => wall));
    const cpu = median(all.map((round) => round.cpu));
    say(
      `${name.padEnd(26)} ${perSecond.toFixed(1).padStart(6)} documents/s ${cpu.toFixed(1).padStart(7)} CPU s`,
    );
  }
  sayRatio(rounds, 'pool, 1 slot', 'bare engine, one batch');
  sayRatio(rounds, 'pool, 2 slots', 'bare engine, two batches');
}

type Round = { readonly wall: number; readonly cpu: number };

/** Both halves at once; their CPU time can only be told together. */
async function twoBatches(documents: readonly Document[]): Promise<number> {
  const before = await childrenCpu();
  await Promise.all(halves(documents).map(batch));
  return (await childrenCpu()) - before;
}

function sayRatio(rounds: ReadonlyMap<string, readonly Round[]>, ours: string, theirs: string): void {
  for (const kind of ['wall', 'cpu'] as const) {
    const ratios = (rounds.get(theirs) ?? []).map(
      (bare, n) => bare[kind] / (rounds.get(ours)?.[n]?.[kind] ?? 1),
    );
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    say(`${ours} / ${theirs}, by ${kind}: ${median(ratios).toFixed(2)} (${spread})`);
  }
}

async function onePage(): Promise<void> {
  const document = { path: fixturePath('lists'), pageCount: 1 };
  const engine = createEngine({ workDir: join(root, 'work'), preflightSlots: 0 });
  await engine.start();
  await convertAll(
    engine,
    Array.from({ length: 200 }, () => document),
    1,
  );
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    cold.push(await seconds(() => batch([document])));
    for (let again = 0; again < 10; again += 1) {
      warm.push(await seconds(() => convertAll(engine, [document], 1)));
    }
  }
  await engine.close();
  const [start, slot] = [median(cold) * 1000, median(warm) * 1000];
  say(
    `one page: ${start.toFixed(0)} ms by a start of the CLI, ${slot.toFixed(1)} ms in a warm slot: ${(start / slot).toFixed(0)} times faster`,
  );
}

try {
  await onePage();
  await throughput();
} finally {
  await rm(root, { recursive: true, force: true });
}
