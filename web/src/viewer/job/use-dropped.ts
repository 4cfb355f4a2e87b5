/** The hidden content that the conversion left out, with position and reason. */
import type { Box, Job, JobDropped } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useDashboard } from '../../session/dashboard-context.ts';

type ApiDroppedItem = JobDropped['items'][number];
export type DroppedItem = Omit<ApiDroppedItem, 'bounding_box'> & { readonly bounding_box: Box };
export type DroppedList = Omit<JobDropped, 'items'> & { readonly items: readonly DroppedItem[] };

/** A list exists only if the job has the warning `content_skipped` with pages. */
export function mayListDropped(job: Job): boolean {
  return (job.warnings ?? []).some(({ code, pages }) => code === 'content_skipped' && pages.length > 0);
}

export function useDropped(job: Job) {
  const { client } = useDashboard();
  return useQuery({
    queryKey: [...queryKeys.job(job.id), 'dropped'],
    queryFn: async ({ signal }): Promise<DroppedList> => {
      const { items, total } = await client.jobs.dropped(job.id, { signal });
      // The schema guarantees four numbers; its generated type is only an array.
      return {
        total,
        items: items.map((item) => ({ ...item, bounding_box: item.bounding_box as unknown as Box })),
      };
    },
    enabled: mayListDropped(job),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
