/** Progress of running jobs, from the event stream. */
import type { JobProgressEvent } from '@octavo/sdk';
import { useEffect, useState } from 'react';
import { useDashboard } from '../session/dashboard-context.ts';

export type LiveProgress = ReadonlyMap<string, JobProgressEvent['data']>;

export function useLiveProgress(): LiveProgress {
  const { live } = useDashboard();
  const [progress, setProgress] = useState<LiveProgress>(new Map());
  useEffect(
    () =>
      live.listen((event) => {
        if (event.type === 'stream.reset') return;
        const jobId = event.data.job_id;
        setProgress((before) => {
          if (event.type === 'job.progress') return new Map(before).set(jobId, event.data);
          if (!before.has(jobId)) return before;
          const rest = new Map(before);
          rest.delete(jobId);
          return rest;
        });
      }),
    [live],
  );
  return progress;
}
