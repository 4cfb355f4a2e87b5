/** Scans made pages, converts the scans, and scores what was read. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startConverting } from '../fidelity/parsers/octavo.ts';
import type { Lifetime, Parsed } from '../fidelity/parsers/parser.ts';
import { blocksOf } from '../fidelity/read/blocks-of.ts';
import { cpuMsOf, enginesOf } from '../measure/cpu.ts';
import { scratch } from '../scratch.ts';
import { type PageOfSet, pdfOf, tablePages, textPages, truthOf } from './page-set.ts';
import { nameOf, notScanned, type Scanning, scanned } from './scan/scan.ts';
import { type PageScore, scorePage } from './score.ts';

export type Task = { readonly page: PageOfSet; readonly scanning: Scanning };

export type Row = {
  readonly page: string;
  readonly scanning: Scanning;
  readonly score: PageScore;
  /** Of the engine and the programs that it starts: both conversions and the recognition. */
  readonly cpuSeconds: number;
};

const clean = (dpi: number): Scanning => ({ dpi, skew: 0, degraded: false });
const degraded = (dpi: number, skew: number): Scanning => ({ dpi, skew, degraded: true });

const skewed: Scanning = { ...clean(200), skew: 1 };

export const textScannings: readonly Scanning[] = [
  notScanned,
  ...[150, 200, 300].flatMap((dpi) => [clean(dpi), degraded(dpi, 2)]),
  degraded(200, 0),
  degraded(200, 1),
  degraded(200, 3),
];
export const tableScannings: readonly Scanning[] = [notScanned, clean(200), skewed, degraded(200, 1)];

export const allTasks: readonly Task[] = [
  ...textPages.flatMap((page) => textScannings.map((scanning) => ({ page, scanning }))),
  ...tablePages.flatMap((page) => tableScannings.map((scanning) => ({ page, scanning }))),
];

/** For continuous integration: the languages that are always installed, in under two minutes. */
export const shortTasks: readonly Task[] = [
  ...textPages
    .filter(({ id }) => ['book', 'two-columns', 'german', 'mixed'].includes(id))
    .map((page) => ({ page, scanning: degraded(200, 2) })),
  ...tablePages
    .filter(({ id }) => ['tables-1', 'tables-2', 'tables-3'].includes(id))
    .map((page) => ({ page, scanning: skewed })),
];

function blocksFrom({ outputs }: Parsed) {
  const { html } = outputs;
  return html === undefined || 'fault' in html ? [] : blocksOf('html', html.text);
}

export type MeasureOptions = {
  readonly say?: (text: string) => void;
  /** A directory for the outputs. */
  readonly keepIn?: string | undefined;
  readonly onRow?: (row: Row) => void;
};

export async function measure(
  lifetime: Lifetime,
  tasks: readonly Task[],
  { say, keepIn, onRow }: MeasureOptions = {},
): Promise<readonly Row[]> {
  const root = await scratch(lifetime);
  const parse = await startConverting(lifetime, root, { recognizeSlots: 1 });
  const engines = enginesOf(process.pid);
  const rows: Row[] = [];
  for (const { page, scanning } of tasks) {
    const path = join(root, 'scan.pdf');
    await writeFile(path, await scanned(pdfOf(page), scanning));
    const before = cpuMsOf(engines);
    const parsed = await parse(path, { ocrLanguages: page.languages });
    const cpuSeconds = (cpuMsOf(engines) - before) / 1_000;
    if (keepIn !== undefined) await keep(keepIn, `${page.id}, ${nameOf(scanning)}`, parsed);
    const score = scorePage(truthOf(page), blocksFrom(parsed));
    const row = { page: page.id, scanning, score, cpuSeconds };
    rows.push(row);
    onRow?.(row);
    say?.(lineOf(page, scanning, score, cpuSeconds));
  }
  return rows;
}

async function keep(directory: string, name: string, { outputs }: Parsed): Promise<void> {
  for (const [format, output] of Object.entries(outputs)) {
    await writeFile(join(directory, `${name}.${format}`), 'fault' in output ? output.fault : output.text);
  }
}

function lineOf({ id }: PageOfSet, scanning: Scanning, score: PageScore, cpuSeconds: number): string {
  const { recall, precision, cer, order, teds } = score;
  const figures = Object.entries({ recall, precision, cer, order }).map(
    ([name, value]) => `${name} ${value.toFixed(3)}`,
  );
  const tables = teds.length === 0 ? '' : `  TEDS ${teds.map((value) => value.toFixed(2)).join(' ')}`;
  return `  ${id.padEnd(12)} ${nameOf(scanning).padEnd(22)} ${figures.join('  ')}  ${cpuSeconds.toFixed(1)} s${tables}`;
}
