/** The filters of the job list in the URL: status, period and name. */
import type { JobListQuery, JobStatus } from '@octavo/sdk';

export const jobStatuses = [
  'pending',
  'processing',
  'done',
  'failed',
] as const satisfies readonly JobStatus[];
export const periods = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

export type JobsSearch = { readonly status?: JobStatus; readonly since?: Period; readonly name?: string };

/** As the API allows. */
export const nameCharsMax = 255;

const periodMs: Readonly<Record<Period, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

function readName(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value).trim().slice(0, nameCharsMax) : '';
}

export function readJobsSearch(search: Readonly<Record<string, unknown>>): JobsSearch {
  const status = jobStatuses.find((known) => known === search['status']);
  const since = periods.find((known) => known === search['since']);
  // The router reads numbers and other JSON values from a URL.
  const name = readName(search['name']);
  return { ...(status && { status }), ...(since && { since }), ...(name && { name }) };
}

/** The start is rounded to a minute, so that the query key does not change on every render. */
export function toJobsQuery({ status, since, name }: JobsSearch, nowMs: number): JobListQuery {
  const from = since === undefined ? undefined : Math.floor((nowMs - periodMs[since]) / 60_000) * 60_000;
  return {
    ...(status === undefined ? {} : { status: [status] }),
    ...(from === undefined ? {} : { created_after: new Date(from).toISOString() }),
    ...(name === undefined ? {} : { name }),
  };
}
