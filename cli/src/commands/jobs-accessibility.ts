/** `octavo jobs accessibility`: the rules of PDF/UA-1 that a tagged PDF fails, and what is left to do. */

import { pageRanges } from '@octavo/mcp/page-ranges.ts';
import type { AccessibilityCheck, AccessibilityPlace, JobAccessibility } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { plural } from '../display/quantities.ts';
import { safeText } from '../display/style.ts';
import { keyValueLines, table } from '../display/table.ts';

export async function showAccessibility(context: Context, _: unknown, id: string): Promise<void> {
  const report = await (await context.client()).jobs.accessibility(id);
  if (context.globalOptions.json) context.printJson(report);
  else show(context, report);
}

function resultOf(check: AccessibilityCheck | null, error: string | null): string {
  if (check === null) return `not checked: ${safeText(error ?? 'unknown reason')}`;
  return check.passes
    ? 'passes the machine-checkable rules'
    : `fails ${plural(check.rules_failed, 'rule')} that a machine can check`;
}

type Written = JobAccessibility['written'][number];

const sources: Readonly<Record<Written['from'], string>> = {
  document: 'from the document',
  option: 'from an option of the job',
  structure: 'from what is on the pages',
  first_heading: 'inferred from the first heading',
  checks: 'because all rules pass',
};

/** The values of the others only say that they are set. */
const hasValue: ReadonlySet<string> = new Set(['title', 'language']);

/** Words for `display_title` and the like. */
const words = (name: string) => name.replaceAll('_', ' ');

function writtenText({ what, value, from, count }: Written): string {
  const times = count > 1 ? ` (${count.toLocaleString('en-US')})` : '';
  return `${words(what)}${hasValue.has(what) ? `: ${safeText(value ?? '')}` : ''}${times}, ${sources[from] ?? from}`;
}

function pagesOf(places: readonly AccessibilityPlace[]): string {
  const pages = [...new Set(places.map(({ page }) => page))].sort((a, b) => a - b);
  return pages.length === 0 ? '' : pageRanges(pages);
}

function show(context: Context, report: JobAccessibility): void {
  const { out, environment, print } = context;
  const width = environment.stdout.isTTY ? environment.stdout.columns : undefined;
  const entries: [string, string][] = [
    ['standard', `${report.standard}, checked by ${safeText(report.checked_by)}`],
    ['source', resultOf(report.before, report.before_error)],
    ['tagged PDF', resultOf(report.after, report.after_error)],
    ...report.written.map((one): [string, string] => ['written', writtenText(one)]),
  ];
  for (const line of keyValueLines(entries, out)) print(line);
  const list = (title: string, rows: readonly string[][], last: string) => {
    if (rows.length === 0) return;
    const columns = [
      { title },
      { title: 'COUNT', align: 'right' },
      { title: 'PAGES' },
      { title: last, canShrink: true },
    ] as const;
    print('');
    for (const line of table(columns, rows, out, width)) print(line);
  };
  const failures = report.after?.failures ?? [];
  list(
    'FAILED RULE',
    failures.map(({ clause, count, places, description }) => [
      clause,
      String(count),
      pagesOf(places),
      description,
    ]),
    'WHAT IT DEMANDS',
  );
  const toDo = report.to_do.map(({ what, count, places, message }) => [
    words(what),
    String(count),
    pagesOf(places),
    message,
  ]);
  list('TO DO', toDo, 'WHAT TO DO');
}
