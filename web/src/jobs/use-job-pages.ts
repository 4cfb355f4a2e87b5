/** Access to the job list by index; pages are fetched when they scroll into view. */
import type { Job, JobListQuery } from '@octavo/sdk';
import { keepPreviousData, type Query, useQueries } from '@tanstack/react-query';
import { queryKeys } from '../api/query-client.ts';
import { useClient } from '../session/dashboard-context.ts';

export const pageSize = 50;
/** Positions in the queue change without an event of this account. */
const queueMs = 10_000;

type JobPage = { readonly items: readonly Job[]; readonly total: number; readonly isPartial: boolean };

export type JobPages = {
  /** Undefined until the first response. */
  readonly total: number | undefined;
  /** A search by name did not reach the oldest jobs. */
  readonly isPartial: boolean;
  readonly error: Error | null;
  /** Undefined while its page is loading. */
  jobAt(index: number): Job | undefined;
  retry(): void;
};

/** Which pages, counted from 1, hold the jobs from `first` to `last`, counted from 0. */
export function pagesBetween(first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, first) / pageSize) + 1;
  const to = Math.floor(Math.max(0, last) / pageSize) + 1;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export function useJobPages(query: JobListQuery, first: number, last: number): JobPages {
  const client = useClient();
  const numbers = [...new Set([1, ...pagesBetween(first, last)])];
  const results = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...queryKeys.jobs, 'list', query, page],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JobPage> => {
        const pageQuery = {
          ...query,
          page,
          page_size: pageSize,
          include: ['file', 'timing', 'progress', 'error', 'origin'] as const,
        };
        const { items, total, partial } = await client.jobs.list(
          { ...pageQuery, include: [...pageQuery.include] },
          { signal },
        );
        return { items, total, isPartial: partial === true };
      },
      refetchInterval: ({ state }: Query<JobPage>) =>
        state.data?.items.some(({ status }) => status === 'pending') ? queueMs : false,
      ...(page === 1 && { placeholderData: keepPreviousData }),
    })),
  });
  const pages = new Map(numbers.map((page, index) => [page, results[index]?.data]));
  const latest = results.toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0];
  return {
    total: latest?.data?.total,
    isPartial: latest?.data?.isPartial ?? false,
    error: results.every(({ data }) => data === undefined)
      ? (results.find(({ error }) => error !== null)?.error ?? null)
      : null,
    jobAt: (index) => pages.get(Math.floor(index / pageSize) + 1)?.items[index % pageSize],
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
