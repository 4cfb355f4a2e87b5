/** `npm run bench -- ocr`: how much of scanned pages is read, by made pages whose text is known. */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { UsageError } from '@octavo/testkit/runner/command-line.ts';
import { commitHash, machine } from '@octavo/testkit/runner/machine.ts';
import { brokenFloors, raiseFloors } from './floors.ts';
import { allTasks, measure, type Row, shortTasks, type Task } from './measure.ts';
import { writeOcrPage } from './report.ts';
import { mergedRows, readResults, writeResults } from './results.ts';
import { nameOf } from './scan/scan.ts';

export const ocrUsage = `usage: npm run bench -- ocr [--short] [--pages A,B] [--scans TEXT] [--keep DIR] [--report] [--raise-floors]

Scans made pages, converts them, and scores the words, their order and the tables.

  --short         only the pages that continuous integration measures
  --pages         only these pages: book, german, tables-1, …
  --scans         only scans whose name contains this: "200 dpi", "clean", "degraded, 2°", …
  --keep          writes the outputs to this directory
  --report        keeps the figures in bench/ocr/results.json and writes docs/reference/ocr-accuracy.md
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
      keep: { type: 'string' },
      report: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      'raise-floors': { type: 'boolean', default: false },
    },
  });
  return values;
}

function chosenTasks({ short, pages, scans }: ReturnType<typeof readOptions>): readonly Task[] {
  const ids = pages.split(',').filter((id) => id !== '');
  const tasks = (short ? shortTasks : allTasks).filter(
    ({ page, scanning }) => (ids.length === 0 || ids.includes(page.id)) && nameOf(scanning).includes(scans),
  );
  if (tasks.length === 0) throw new UsageError('no page has these names');
  return tasks;
}

async function measureAll(tasks: readonly Task[], keepIn: string | undefined): Promise<readonly Row[]> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    return await measure({ atEnd: (end) => void endings.push(end) }, tasks, say, keepIn);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

function keepResults(rows: readonly Row[]): void {
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
  writeOcrPage(results);
}

export async function runOcr(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.page) {
    const kept = readResults();
    if (kept === undefined) throw new UsageError('nothing was measured yet');
    writeOcrPage(kept);
    return 0;
  }
  const rows = await measureAll(chosenTasks(options), options.keep);
  if (options.report) keepResults(rows);
  const short = new Set(shortTasks.map(({ page, scanning }) => `${page.id}, ${nameOf(scanning)}`));
  const guarded = rows.filter(({ page, scanning }) => short.has(`${page}, ${nameOf(scanning)}`));
  if (options['raise-floors']) raiseFloors(guarded);
  const broken = brokenFloors(guarded);
  for (const line of broken) say(`BELOW ITS FLOOR ${line}`);
  return broken.length === 0 ? 0 : 1;
}
