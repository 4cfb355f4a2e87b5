/** Computes cores, cells and cost for a number of pages a day from the results. */
import type { Result } from '../bench.ts';

const needed: Readonly<Record<string, readonly string[]>> = {
  throughput: [
    'pagesPerJob',
    'engineCpuMsPerPage',
    'workerCpuMsPerJob',
    'apiCpuMsPerJob',
    'preflightCpuMsPerJob',
    'databaseCpuMsPerJob',
    'storageCpuMsPerJob',
  ],
  read: ['apiCpuMsPerRead'],
  submit: ['apiCpuMsPerSubmit', 'statementsPerSubmit'],
  queue: ['queueTasksPerSecondOneAccount', 'statementsPerTask', 'databaseCpuMsPerTask'],
  workers: ['queueCeilingTasksPerSecond', 'queueCeilingWorkers'],
  memory: ['apiMegabytes'],
};

export type Figures = Readonly<Record<string, number>>;

/** Null until every figure of the page was measured in more than a smoke run. */
export function figuresOf(results: ReadonlyMap<string, Result>): Figures | null {
  const found: Record<string, number> = {};
  for (const [bench, names] of Object.entries(needed)) {
    const result = results.get(bench);
    if (result === undefined || result.size === 'smoke') return null;
    for (const name of names) {
      const value = result.costs?.[name];
      if (value === undefined || !Number.isFinite(value)) return null;
      found[name] = value;
    }
  }
  return found;
}

const daySeconds = 86_400;
/** The busiest hour compared with the average of a day; an assumption. */
export const peakFactor = 1.8;
/** Planned utilisation in the busiest hour; the rest is reserve for bursts and failures. */
export const utilisation = 0.6;

export const of = (figures: Figures, name: string) => figures[name] ?? Number.NaN;

export const perPage = (figures: Figures, name: string) => of(figures, name) / of(figures, 'pagesPerJob');

/** Cores of the Postgres server of a cell; an assumption: larger ones exist, and few want one failure to cost more. */
export const cellDatabaseCores = 16;

/** If its CPU is what limits such a server, as it was on the measured machine. */
export const jobsPerSecondOfCell = (figures: Figures) =>
  (cellDatabaseCores * utilisation * 1000) / of(figures, 'databaseCpuMsPerJob');

export type Need = {
  readonly pagesPerDay: number;
  readonly jobsPerSecondPeak: number;
  readonly engineCores: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly cells: number;
};

export function needFor(figures: Figures, pagesPerDay: number): Need {
  const pagesPerSecond = (pagesPerDay / daySeconds) * peakFactor;
  const jobsPerSecondPeak = pagesPerSecond / of(figures, 'pagesPerJob');
  const cores = (msPerSecond: number) => msPerSecond / 1000 / utilisation;
  const aroundMs = ['workerCpuMsPerJob', 'apiCpuMsPerJob', 'preflightCpuMsPerJob'].reduce(
    (sum, name) => sum + of(figures, name),
    0,
  );
  return {
    pagesPerDay,
    jobsPerSecondPeak,
    engineCores: cores(pagesPerSecond * of(figures, 'engineCpuMsPerPage')),
    serviceCores: cores(jobsPerSecondPeak * aroundMs),
    databaseCores: cores(jobsPerSecondPeak * of(figures, 'databaseCpuMsPerJob')),
    cells: Math.ceil(jobsPerSecondPeak / jobsPerSecondOfCell(figures)),
  };
}

/** Assumed, in US dollars, and said so on the page; replace them with your own. */
export const prices = { coreHour: 0.04, thousandPuts: 0.005, thousandGets: 0.0004 };

/** Stored: the source, two outputs, the document and its reading index; fetched: the source. */
export const requests = { puts: 5, gets: 1 };

export function storageDollarsPerMillionPages(pagesPerJob: number): number {
  const perThousandJobs = requests.puts * prices.thousandPuts + requests.gets * prices.thousandGets;
  return (1_000_000 / pagesPerJob / 1000) * perThousandJobs;
}

export function dollarsPerMillionPages(figures: Figures): {
  readonly compute: number;
  readonly storage: number;
} {
  const cpuMs =
    of(figures, 'engineCpuMsPerPage') +
    ['workerCpuMsPerJob', 'apiCpuMsPerJob', 'preflightCpuMsPerJob', 'databaseCpuMsPerJob'].reduce(
      (sum, name) => sum + perPage(figures, name),
      0,
    );
  return {
    compute: ((cpuMs * 1_000_000) / 3_600_000 / utilisation) * prices.coreHour,
    storage: storageDollarsPerMillionPages(of(figures, 'pagesPerJob')),
  };
}
