/** `npm run bench -- ocr`: how much of scanned pages is read, by made pages whose text is known. */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { UsageError } from '@octavo/testkit/runner/command-line.ts';
import { commitHash, machine } from '@octavo/testkit/runner/machine.ts';
import type { Lifetime } from '../fidelity/parsers/parser.ts';
import { brokenFloors, raiseFloors } from './floors.ts';
import { allTasks, type MeasureOptions, measure, type Row, shortTasks, type Task } from './measure.ts';
import { measureReal, type RealRow } from './real/measure.ts';
import { writeRealResults } from './real/results.ts';
import { writeOcrPage } from './report.ts';
import { mergedRows, type OcrResults, readResults, rowKey, writeResults } from './results.ts';
import { nameOf } from './scan/scan.ts';

export const ocrUsage = `usage: npm run bench -- ocr [--short] [--pages A,B] [--scans TEXT] [--missing] [--keep DIR] [--real DIR] [--report] [--raise-floors]

Scans made pages, converts them, and scores the words, their order and the tables.

  --short         only the pages that have floors
  --pages         only these pages: book, german, tables-1, …
  --scans         only scans whose name contains this: "200 dpi", "clean", "degraded, 2°", …
  --missing       only what has no figures yet; with --report, a run that was interrupted goes on
  --keep          writes the outputs to this directory
  --real          scores the real scans in this directory instead; see bench/ocr/README.md
  --report        keeps the figures in bench/ocr/results.json, each as it is measured, and writes docs/reference/ocr-accuracy.md
  --page          only writes the page again, from the figures that are kept
  --raise-floors  raises the floors of the short set to what was measured; they never fall

Needs tesseract with eng, deu, rus, ara, chi_sim, jpn and kor; with --short only eng and deu.
Exits 1 if a figure of the short set is below its floor.
`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      pages: { type: 'string', default: '' },
      scans: { type: 'string', default: '' },
      missing: { type: 'boolean', default: false },
      keep: { type: 'string' },
      real: { type: 'string' },
      report: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      'raise-floors': { type: 'boolean', default: false },
    },
  });
  return values;
}

const keyOf = ({ page, scanning }: Task) => rowKey({ page: page.id, scanning });

function chosenTasks({ short, pages, scans, missing }: ReturnType<typeof readOptions>): readonly Task[] {
  const ids = pages.split(',').filter((id) => id !== '');
  const tasks = (short ? shortTasks : allTasks).filter(
    ({ page, scanning }) => (ids.length === 0 || ids.includes(page.id)) && nameOf(scanning).includes(scans),
  );
  if (tasks.length === 0) throw new UsageError('no page has these names');
  const known = new Set(missing ? readResults()?.rows.map(rowKey) : []);
  return tasks.filter((task) => !known.has(keyOf(task)));
}

async function withLifetime<Result>(work: (lifetime: Lifetime) => Promise<Result>): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    return await work({ atEnd: (end) => void endings.push(end) });
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

const measureAll = (tasks: readonly Task[], options: MeasureOptions): Promise<readonly Row[]> =>
  withLifetime((lifetime) => measure(lifetime, tasks, options));

function keepReal(rows: readonly RealRow[]): void {
  writeRealResults({ at: new Date().toISOString(), commit: commitHash(), rows });
}

function keepResults(rows: readonly Row[]): OcrResults {
  const [tesseract = ''] = execFileSync('tesseract', ['--version'], { encoding: 'utf8' }).split('\n');
  const kept = mergedRows(readResults()?.rows ?? [], rows);
  const results = {
    at: new Date().toISOString(),
    commit: commitHash(),
    machine: machine(),
    tesseract,
    rows: kept,
  };
  writeResults(results);
  return results;
}

export async function runOcr(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.real !== undefined) {
    const directory = options.real;
    const rows = await withLifetime((lifetime) => measureReal(lifetime, directory, say));
    if (!options.report) return 0;
    keepReal(rows);
  }
  if (options.page || options.real !== undefined) {
    const kept = readResults();
    if (kept === undefined) throw new UsageError('nothing was measured yet');
    writeOcrPage(kept);
    return 0;
  }
  const { keep, report } = options;
  const onRow = (row: Row) => void (report && keepResults([row]));
  const rows = await measureAll(chosenTasks(options), { say, keepIn: keep, onRow });
  if (report) writeOcrPage(keepResults(rows));
  const short = new Set(shortTasks.map(keyOf));
  const guarded = rows.filter((row) => short.has(rowKey(row)));
  if (options['raise-floors']) raiseFloors(guarded);
  const broken = brokenFloors(guarded);
  for (const line of broken) say(`BELOW ITS FLOOR ${line}`);
  return broken.length === 0 ? 0 : 1;
}
