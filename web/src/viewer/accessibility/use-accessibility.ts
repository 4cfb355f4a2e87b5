/** The accessibility report of a job with a tagged PDF. */
import { formatsOf, type Job, type JobAccessibility } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';

export function hasAccessibility(job: Job): boolean {
  return job.status === 'done' && formatsOf(job).includes('tagged-pdf');
}

export function useAccessibility(jobId: string) {
  const client = useClient();
  return useQuery<JobAccessibility>({
    queryKey: [...queryKeys.job(jobId), 'accessibility'],
    queryFn: ({ signal }) => client.jobs.accessibility(jobId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
