/** The page on scale: its text is here, every figure in it is computed from results. */
import type { Result } from '../bench.ts';
import { markdownTable } from './markdown.ts';
import {
  cellDatabaseCores,
  dollarsPerMillionPages,
  type Figures,
  figuresOf,
  jobsPerSecondOfCell,
  needFor,
  of,
  peakFactor,
  perPage,
  prices,
  requests,
  storageDollarsPerMillionPages,
  utilisation,
} from './scale-figures.ts';
import { growthSteps, movingAnAccount } from './scale-text.ts';
import { number } from './words.ts';

export const canDescribeScale = (results: ReadonlyMap<string, Result>) => figuresOf(results) !== null;

function costTable(figures: Figures): string {
  const part = (name: string, cost: string) => [name, of(figures, cost), perPage(figures, cost)];
  const engine = of(figures, 'engineCpuMsPerPage');
  const rows = [
    ['engine', engine * of(figures, 'pagesPerJob'), engine],
    part('worker around it', 'workerCpuMsPerJob'),
    part('API', 'apiCpuMsPerJob'),
    part('preflight', 'preflightCpuMsPerJob'),
    part('Postgres', 'databaseCpuMsPerJob'),
    part('storage server', 'storageCpuMsPerJob'),
  ];
  return markdownTable(['part', 'CPU ms per job', 'CPU ms per page'], rows);
}

function ceilingTable(figures: Figures): string {
  const perCore = (name: string) => 1000 / of(figures, name);
  const ceiling = of(figures, 'queueCeilingTasksPerSecond');
  const rows = [
    ['engine', 'pages/s of one core', perCore('engineCpuMsPerPage'), 'more workers'],
    ['API, submits', 'submits/s of one core', perCore('apiCpuMsPerSubmit'), 'more API processes'],
    ['API, reads', 'reads/s of one core', perCore('apiCpuMsPerRead'), 'more API processes'],
    [
      'records and queue',
      `tasks/s of the measured machine, ${of(figures, 'queueCeilingWorkers')} workers on the same cores, without submits and reads`,
      ceiling,
      'a larger Postgres, then another cell',
    ],
    [
      'one account',
      'tasks/s, all of one account',
      of(figures, 'queueTasksPerSecondOneAccount'),
      'nothing: its row is locked in turn',
    ],
  ];
  return markdownTable(['part', 'unit', 'gives', 'what to add'], rows);
}

function needTable(figures: Figures): string {
  const rows = [1e6, 1e7, 1e8, 1e9].map((pagesPerDay) => {
    const need = needFor(figures, pagesPerDay);
    const up = (value: number) => number(Math.ceil(value));
    return [
      number(pagesPerDay),
      need.jobsPerSecondPeak,
      up(need.engineCores),
      up(need.serviceCores),
      up(need.databaseCores),
      number(need.cells),
    ];
  });
  const columns = [
    'pages a day',
    'jobs/s at the peak',
    'engine cores',
    'API and worker cores',
    'Postgres cores',
    'cells',
  ];
  return markdownTable(columns, rows);
}

/** As noted in November 2026; what each of them does with a page differs. */
const published: readonly (readonly [string, string])[] = [
  ['LlamaParse: 1.25 dollars for 1,000 credits; a page of its fast tier is reported to take one', '1,250'],
  ['Chunkr: 500 dollars for 100,000 pages', '5,000'],
  ['Reducto: 0.015 dollars a credit, if a page takes one', '15,000'],
  ['Unstructured: 0.03 dollars a page, as others report', '30,000'],
];

function priceTable(figures: Figures): string {
  const { compute, storage } = dollarsPerMillionPages(figures);
  const rows = [
    ['Octavo, machines', `${number(compute)}`],
    ['Octavo, requests to the storage', `${number(storage)}`],
    ...published.map((both) => [...both]),
  ];
  return markdownTable(['', 'US dollars per million pages'], rows);
}

/** Requests are paid for each job, whatever its size. */
function bulkTable(): string {
  const rows = [1, 10, 100, 1_000].map((pages) => [pages, `${number(storageDollarsPerMillionPages(pages))}`]);
  return markdownTable(['pages a job', 'requests to the storage, US dollars per million pages'], rows);
}

/** Why the number of cells is what it is. */
function databaseText(figures: Figures): string {
  const msPerJob = number(of(figures, 'databaseCpuMsPerJob'));
  return `A job costs Postgres ${msPerJob} ms of CPU, from its submit to its end, with the reads of a client that waits for it; that was measured with 12 jobs under way at once, submits, reads and claims in the same tables. The measured machine has two cores for everything, so its queue alone saturates long before a server of its own would. A server of ${cellDatabaseCores} cores, ${utilisation * 100} % used, has CPU for ${number(jobsPerSecondOfCell(figures))} jobs/s, and a cell is counted as that. This is a calculation: nothing was measured beyond two cores, and before its CPU such a server may be limited by

- **flushes of the WAL**: a job has 3.3 commits. Commits that wait for the disk at the same time share a flush, because [no job announces its events inside its transaction](../decisions/0054-announcements-after-the-commit.md). The figures of concurrent commits are on the page of benchmarks.
- **rows that many transactions lock**: the row of the account, which is why one account has a limit of its own in the table above, and the rows of the queue in \`queue.queue\`, which submits lock for key share.
- **the delay of the disk**, which holds the account's row for one flush with each event of one account.`;
}

export function scalePage(results: ReadonlyMap<string, Result>): string {
  const figures = figuresOf(results);
  if (figures === null) throw new Error('not everything was measured yet');
  const machine = results.get('throughput')?.machine ?? '';
  return `# Scale

Generated by \`npm run bench\` from [what was measured](../reference/benchmarks.md); do not edit. The machine: ${machine}. Everything ran on it at once, so each figure is what one such machine showed and not a promise for another; ratios carry over better than absolute figures.

## What a page and a job cost

${number(of(figures, 'pagesPerJob'))} pages a job on the measured documents, json and markdown. A submit sends ${of(figures, 'statementsPerSubmit')} statements, a task from its fetch to its end ${of(figures, 'statementsPerTask')}, transactions included. An API process holds ${number(of(figures, 'apiMegabytes'))} MB under full load.

${costTable(figures)}

## Where each part saturates

${ceilingTable(figures)}

## From one machine to a billion pages a day

At the highest hour ${peakFactor} times the average of the day, and ${utilisation * 100} % of what a part can give. The table multiplies the figures of the machine above; no installation of more than one machine was measured. Announcements of events queue for one lock of Postgres, at most ten a second for each process; where that becomes the limit was not measured either.

${needTable(figures)}

### What one Postgres carries

${databaseText(figures)}

### What to add

${growthSteps}

${movingAnAccount}

## What it costs

Assumed, not measured: ${number(prices.coreHour)} dollars for a core and hour, ${utilisation * 100} % used, and ${prices.thousandPuts} and ${prices.thousandGets} dollars for a thousand writes and reads of the storage; keeping documents, traffic and people are not in this sum. Prices of others are what they charge, not what they spend, published or reported in November 2026, for what each of them does with a page.

${priceTable(figures)}

A job stores ${requests.puts} objects (its source, two outputs, the document and its reading index) and fetches one, so what requests cost depends on the size of the documents more than on anything else:

${bulkTable()}

For bulk work, submit large documents as they are, instead of page by page, and ask for one format: every further one is an object, and can be [written later from the stored document](../decisions/0034-formats-of-a-done-job.md). Several small documents in one object would save more, but Octavo has no such thing: sources and results would no longer be removed, expire and be signed one by one. A storage of one's own has no price for a request, only its CPU time, which is in the first table.
`;
}
