/** What the conversion left out because nobody would see it: where it stood and why. */
import type { Box, Job } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useDashboard } from '../../session/session-context.ts';

export type DroppedItem = {
  readonly page: number;
  readonly bounding_box: Box;
  readonly reason: 'hidden-text' | 'off-page' | 'tiny' | 'hidden-ocg';
  readonly kind: 'text' | 'image';
};
export type DroppedList = { readonly items: readonly DroppedItem[]; readonly total: number };

const timeoutMs = 20_000;

/** A service that can list what it dropped names its pages; an older one only counts, and is not asked. */
export function mayListDropped(job: Job): boolean {
  return (job.warnings ?? []).some(({ code, pages }) => code === 'content_skipped' && pages.length > 0);
}

export function useDropped(job: Job) {
  const { client, session } = useDashboard();
  return useQuery<DroppedList>({
    queryKey: [...queryKeys.job(job.id), 'dropped'],
    queryFn: async ({ signal }) => {
      const token = await session.token({ refresh: false });
      const response = await fetch(`${client.baseUrl}/jobs/${encodeURIComponent(job.id)}/dropped`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (!response.ok) return { items: [], total: 0 };
      return (await response.json()) as DroppedList;
    },
    enabled: mayListDropped(job),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
