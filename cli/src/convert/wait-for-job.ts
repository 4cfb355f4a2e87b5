/** Waits for a job and reports its progress. */
import type { Job, JobEvent, Octavo } from '@octavo/sdk';
import type { Step } from './reporter.ts';

type WaitOptions = { readonly signal: AbortSignal; readonly timeoutMs: number };

function stepOf(event: JobEvent): Step | null {
  if (event.type === 'job.progress') {
    const { stage, pages_done: pagesDone, pages_total: pagesTotal } = event.data;
    return { step: 'converting', stage, pagesDone, pagesTotal };
  }
  if (event.type === 'job.processing') {
    return { step: 'converting', stage: 'fetch', pagesDone: 0, pagesTotal: 0 };
  }
  if (event.type === 'job.pending' || event.type === 'job.created') {
    return { step: 'waiting', for: 'queue' };
  }
  return null;
}

export async function waitForJob(
  client: Octavo,
  jobId: string,
  { signal, timeoutMs }: WaitOptions,
  onStep: (step: Step) => void,
): Promise<Job> {
  return client.jobs.wait(jobId, {
    signal,
    timeoutMs,
    include: ['warnings'],
    onEvent: (event) => {
      const step = stepOf(event);
      if (step) onStep(step);
    },
  });
}
