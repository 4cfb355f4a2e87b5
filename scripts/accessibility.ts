/**
 * Converts every PDF below a directory to a tagged PDF and prints how many pass the machine-checkable rules of PDF/UA-1
 * before and after, the failures by rule, and what a person still has to do. Exits 1 when a document that passed does not
 * pass any more.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitHash } from '@octavo/testkit/runner/machine.ts';
import type { AccessibilityCheck, AccessibilityReport } from '../server/src/domain/accessibility.ts';
import type { EngineSettingsChange } from '../server/src/engine/settings.ts';
import { type Converter, createConverter } from '../server/src/start/converter.ts';
import { convertOne, type Result } from './accessibility/convert-one.ts';
import { type CostFigures, costFigures, measureCost } from './accessibility/cost.ts';
import { writePage } from './accessibility/page.ts';
import { type Rule, readResults, rulesOf, writeResults } from './accessibility/results.ts';
import { listPdfs } from './pdf-files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    'timeout-ms': { type: 'string', default: '600000' },
    report: { type: 'string' },
    cost: { type: 'string', default: '0' },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(`usage: npm run tools -- accessibility <dir>… [options]

  --language TAG     the option language for all documents, such as de-CH
  --timeout-ms N     limit for each document, 600000 by default
  --report FILE      writes all reports as JSON
  --cost N           then converts everything N times with and without the checks, and prints their CPU time
  --page             writes docs/reference/accessibility.md if nothing got worse; without --cost, with the CPU time of the run before
`);
  process.exit(values.help ? 0 : 2);
}

function summaryOf(check: AccessibilityCheck | null, error: string | null): string {
  if (check === null) return error ?? 'not checked';
  if (check.passes) return 'passes';
  return check.failures.map(({ clause, count }) => `${clause} x${count}`).join(', ');
}

function printRules(rules: readonly Rule[]): void {
  console.log('\nrule\tfails before\tfails after\tfailures after');
  for (const { clause, before, after, countAfter } of rules)
    console.log([clause, before, after, countAfter].join('\t'));
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

async function open(scratch: string, name: string, change: EngineSettingsChange = {}): Promise<Converter> {
  const workDir = join(scratch, name);
  const engine = createConverter({ slots: 1, preflightSlots: 1, workDir, ...change });
  await engine.start();
  return engine;
}

async function main(): Promise<void> {
  const files = await listPdfs(positionals);
  const scratch = await mkdtemp(join(tmpdir(), 'octavo-accessibility-'));
  // The sandbox's user must be able to pass through.
  await chmod(scratch, 0o711);
  const engine = await open(scratch, 'checking');
  const timeoutMs = Number(values['timeout-ms']);
  const options = { language: values.language ?? null, timeoutMs, scratch };
  const convert = (converter: Converter, file: string) => convertOne(converter, file, options);
  const results: Result[] = [];
  for (const file of files) {
    const result = await convert(engine, file);
    results.push(result);
    const { report } = result;
    const before = report ? summaryOf(report.before, report.before_error) : result.reason;
    const after = report ? summaryOf(report.after, report.after_error) : '';
    console.log([basename(file), result.pages, `${Math.round(result.ms)} ms`, before, after].join('\t'));
  }
  const rounds = Number(values.cost);
  let cost: CostFigures | null = null;
  if (rounds > 0) {
    const unchecked = await open(scratch, 'unchecked', { accessibilityShare: 0 });
    const checked = results.filter(({ report }) => report?.before && report.after);
    const costs = await measureCost({ checking: engine, unchecked }, checked, rounds, convert);
    await unchecked.close();
    for (const { file, pages, checkedMs, uncheckedMs } of costs) {
      console.log([basename(file), pages, checkedMs, uncheckedMs].join('\t'));
    }
    cost = costFigures(costs, rounds);
    console.log(JSON.stringify(cost));
  }
  await engine.close();
  await rm(scratch, { recursive: true });
  const reports = results.flatMap(({ report }) => (report ? [report] : []));
  const rules = rulesOf(reports);
  printRules(rules);
  printTasks(reports);
  const passes = (when: 'before' | 'after') => reports.filter((report) => report[when]?.passes).length;
  const worse = results.filter(({ report }) => report?.before?.passes && !report.after?.passes);
  console.log(
    `\n${files.length} files, ${reports.length} tagged: ${passes('before')} pass before, ${passes('after')} after`,
  );
  for (const { file } of worse) console.log(`passed before and not after: ${file}`);
  if (values.report) await writeFile(values.report, JSON.stringify(results, null, 1));
  if (values.page && worse.length === 0) {
    const [passBefore, passAfter] = [passes('before'), passes('after')];
    const about = {
      at: new Date().toISOString(),
      commit: commitHash(),
      files: files.length,
      tagged: reports.length,
    };
    const found = { ...about, passBefore, passAfter, rules, cost: cost ?? readResults()?.cost ?? null };
    writeResults(found);
    writePage(found);
  }
  process.exitCode = worse.length === 0 ? 0 : 1;
}

await main();
