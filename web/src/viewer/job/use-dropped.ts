/** What the conversion left out because nobody would see it: where it stood and why. */
import type { Box, Job, JobDropped } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useDashboard } from '../../session/dashboard-context.ts';

type Told = JobDropped['items'][number];
export type DroppedItem = Omit<Told, 'bounding_box'> & { readonly bounding_box: Box };
export type DroppedList = Omit<JobDropped, 'items'> & { readonly items: readonly DroppedItem[] };

/** Only where the job itself says that something was left out is there something to ask for. */
export function mayListDropped(job: Job): boolean {
  return (job.warnings ?? []).some(({ code, pages }) => code === 'content_skipped' && pages.length > 0);
}

export function useDropped(job: Job) {
  const { client } = useDashboard();
  return useQuery({
    queryKey: [...queryKeys.job(job.id), 'dropped'],
    queryFn: async ({ signal }): Promise<DroppedList> => {
      const { items, total } = await client.jobs.dropped(job.id, { signal });
      // Four numbers by the words of the schema, which its type has no room for.
      return {
        total,
        items: items.map((item) => ({ ...item, bounding_box: item.bounding_box as unknown as Box })),
      };
    },
    enabled: mayListDropped(job),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
