/** The job of the viewer, kept up to date while it runs. */
import type { Job, JobEvent, JobProgressEvent } from '@octavo/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';

export type LiveProgress = JobProgressEvent['data'] | null;

const isRunning = (job: Job | undefined) => job?.status === 'pending' || job?.status === 'processing';
const checkMs = 5_000;

/** The event stream reports changes at once; polling covers networks that block streams. */
export function useJob(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<LiveProgress>(null);
  const query = useQuery({
    queryKey: queryKeys.job(jobId),
    queryFn: ({ signal }) =>
      client.jobs.retrieve(jobId, {
        include: ['error', 'file', 'progress', 'warnings', 'timing', 'retention'],
        signal,
      }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? checkMs : false),
    staleTime: 60_000,
  });
  const running = isRunning(query.data);
  useEffect(() => {
    if (!running) return;
    const controller = new AbortController();
    const onEvent = (event: JobEvent) => {
      if (event.type === 'job.progress') setProgress(event.data);
      else void queries.invalidateQueries({ queryKey: queryKeys.job(jobId) });
    };
    const listen = async () => {
      for await (const event of client.jobs.watch(jobId, { signal: controller.signal })) onEvent(event);
    };
    // Polling continues, so a broken stream only delays updates by a few seconds.
    listen().catch(() => {});
    return () => controller.abort();
  }, [client, queries, jobId, running]);
  return { ...query, progress };
}
