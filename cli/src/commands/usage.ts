/** `octavo usage`: pages used, by day and by API key. */
import type { Usage } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { progressBar } from '../display/progress-bar.ts';
import { plural } from '../display/quantities.ts';
import { table } from '../display/table.ts';
import { canShowBlocks } from '../display/terminal.ts';

type Flags = { readonly from?: string; readonly to?: string };

const barColumns = 24;

export async function showUsage(context: Context, flags: Flags): Promise<void> {
  const usage = await (await context.client()).usage.retrieve({ from: flags.from, to: flags.to });
  if (context.globalOptions.json) context.printJson(usage);
  else show(context, usage);
}

function show(context: Context, { from, to, pages, jobs, days, keys }: Usage): void {
  const { print, out, environment } = context;
  print(`${from} to ${to}: ${plural(pages, 'page')} in ${plural(jobs, 'job')}`);
  const pagesPerDayMax = Math.max(1, ...days.map((day) => day.pages));
  const daysWithJobs = days.filter((day) => day.jobs > 0);
  if (daysWithJobs.length === 0) return;
  const dayRows = daysWithJobs.map((day) => [
    day.date,
    day.pages.toLocaleString('en-US'),
    day.jobs.toLocaleString('en-US'),
    progressBar(day.pages / pagesPerDayMax, barColumns, canShowBlocks(environment)),
  ]);
  const countColumns = [
    { title: 'PAGES', align: 'right' },
    { title: 'JOBS', align: 'right' },
  ] as const;
  print('');
  for (const line of table([{ title: 'DAY' }, ...countColumns, { title: '' }], dayRows, out)) print(line);
  const keyRows = keys.map((key) => [
    key.name ?? '(session)',
    key.key_prefix === null ? '' : `${key.key_prefix}…`,
    key.pages.toLocaleString('en-US'),
    key.jobs.toLocaleString('en-US'),
  ]);
  print('');
  for (const line of table([{ title: 'USED BY' }, { title: 'KEY' }, ...countColumns], keyRows, out))
    print(line);
}
