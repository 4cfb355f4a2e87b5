/**
 * Converts every PDF below a directory to a tagged PDF and prints how many pass the machine-checkable rules of PDF/UA-1
 * before and after, the failures by rule, and what a person still has to do. Exits 1 when a document that passed does not
 * pass any more.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AccessibilityCheck, AccessibilityReport } from '../server/src/domain/accessibility.ts';
import { withDefaults } from '../server/src/domain/options.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { listPdfs } from './pdf-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    'timeout-ms': { type: 'string', default: '600000' },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- accessibility <dir>… [options]

  --language TAG     the option language for all documents, such as de-CH
  --timeout-ms N     limit for each document, 600000 by default
  --report FILE      writes all reports as JSON
`);
  process.exit(values.help ? 0 : 2);
}

type Result = {
  readonly file: string;
  readonly pages: number;
  readonly ms: number;
  readonly report: AccessibilityReport | null;
  readonly reason: string | null;
};

async function convertOne(engine: Converter, file: string, scratch: string): Promise<Result> {
  const preflight = await engine.preflight({ path: file });
  const pages = preflight.status === 'accepted' ? preflight.pageCount : 0;
  if (preflight.status !== 'accepted') {
    return { file, pages, ms: 0, report: null, reason: preflight.status };
  }
  const outDir = await mkdtemp(join(scratch, 'out-'));
  const outcome = await engine.convert({
    sourcePath: file,
    fileName: basename(file),
    options: withDefaults({ format: ['tagged-pdf'], language: values.language ?? null, ocr: 'off' }),
    pageCount: pages,
    outDir,
    timeoutMs: Number(values['timeout-ms']),
  });
  await rm(outDir, { recursive: true });
  const ms = outcome.spent.durationMs;
  return outcome.status === 'converted'
    ? { file, pages, ms, report: outcome.accessibility ?? null, reason: null }
    : { file, pages, ms, report: null, reason: `${outcome.failure.class}: ${outcome.failure.detail}` };
}

function summaryOf(check: AccessibilityCheck | null, error: string | null): string {
  if (check === null) return error ?? 'not checked';
  if (check.passes) return 'passes';
  return check.failures.map(({ clause, count }) => `${clause} x${count}`).join(', ');
}

/** Documents and places by rule, before and after, in the order of the standard. */
function printRules(reports: readonly AccessibilityReport[]): void {
  const rules = new Map<string, { before: number; after: number; places: number; boxes: number }>();
  for (const report of reports) {
    for (const when of ['before', 'after'] as const) {
      for (const { clause, places } of report[when]?.failures ?? []) {
        const row = rules.get(clause) ?? { before: 0, after: 0, places: 0, boxes: 0 };
        row[when] += 1;
        row.places += places.length;
        row.boxes += places.filter(({ box }) => box !== null).length;
        rules.set(clause, row);
      }
    }
  }
  console.log('\nrule\tfails before\tfails after\tplaces\twith a box');
  const inOrder = [...rules].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  for (const [clause, { before, after, places, boxes }] of inOrder) {
    console.log([clause, before, after, places, boxes].join('\t'));
  }
}

function printTasks(reports: readonly AccessibilityReport[]): void {
  const entries = reports.flatMap(({ written, to_do }) => [
    ...written.map(({ what, from, count }) => ({ key: `written\t${what} (${from})`, count })),
    ...to_do.map(({ what, count }) => ({ key: `to do\t${what}`, count })),
  ]);
  console.log('\nkind\twhat\tdocuments\tcount');
  for (const key of [...new Set(entries.map((entry) => entry.key))].sort()) {
    const counts = entries.filter((entry) => entry.key === key).map(({ count }) => count);
    console.log([key, counts.length, counts.reduce((sum, count) => sum + count, 0)].join('\t'));
  }
}

async function main(): Promise<void> {
  const files = await listPdfs(positionals);
  const scratch = await mkdtemp(join(tmpdir(), 'octavo-accessibility-'));
  // The sandbox's user must be able to pass through.
  await chmod(scratch, 0o711);
  const engine = createConverter({ slots: 1, preflightSlots: 1, workDir: join(scratch, 'work') });
  await engine.start();
  const results: Result[] = [];
  for (const file of files) {
    const result = await convertOne(engine, file, scratch);
    results.push(result);
    const { report } = result;
    const before = report ? summaryOf(report.before, report.before_error) : result.reason;
    const after = report ? summaryOf(report.after, report.after_error) : '';
    console.log([basename(file), result.pages, `${Math.round(result.ms)} ms`, before, after].join('\t'));
  }
  await engine.close();
  await rm(scratch, { recursive: true });
  const reports = results.flatMap(({ report }) => (report ? [report] : []));
  printRules(reports);
  printTasks(reports);
  const passes = (when: 'before' | 'after') => reports.filter((report) => report[when]?.passes).length;
  const worse = results.filter(({ report }) => report?.before?.passes && !report.after?.passes);
  console.log(
    `\n${files.length} files, ${reports.length} tagged: ${passes('before')} pass before, ${passes('after')} after`,
  );
  for (const { file } of worse) console.log(`passed before and not after: ${file}`);
  if (values.report) await writeFile(values.report, JSON.stringify(results, null, 1));
  process.exitCode = worse.length === 0 ? 0 : 1;
}

await main();
