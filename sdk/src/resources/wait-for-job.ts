/** Waits until a job ends, with long polling, or plain polling if the server does not support it. */
import { NotFoundError } from '../errors/api-error.ts';
import { JobDeletedError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import type { Job, JobEvent, JobInclude } from '../wire.ts';
import { watchJob } from './watch-job.ts';

export type WaitOptions = Omit<RequestOptions, 'timeoutMs'> & {
  /** For the whole wait; default two hours. */
  readonly timeoutMs?: number | undefined;
  readonly include?: readonly JobInclude[] | undefined;
  /** Called for every status change and progress report of the job, from the first. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
};

/** Below the usual idle timeout of proxies. */
const pollSeconds = 25;
/** Enough retries to survive a restart of the server. */
const pollRetries = 8;
const defaultTimeoutMs = 2 * 60 * 60 * 1000;
const pauseMaxMs = 5_000;

export async function waitForJob(
  transport: Transport,
  jobId: string,
  options: WaitOptions = {},
): Promise<Job> {
  const { timeoutMs = defaultTimeoutMs, onEvent, ...rest } = options;
  const deadline = Date.now() + timeoutMs;
  const asDeleted = (error: unknown) => {
    throw error instanceof NotFoundError ? new JobDeletedError(jobId) : error;
  };
  const ask = (waitSeconds: number) => poll(transport, jobId, waitSeconds, rest);
  if (onEvent) await followEvents(transport, jobId, { timeoutMs, onEvent, signal: options.signal });
  // The first poll does not wait. After it, "not found" means that the job was deleted.
  let job = await (onEvent ? ask(0).catch(asDeleted) : ask(0));
  for (let pauseMs = 1_000; !isFinished(job); pauseMs = Math.min(pauseMs + 1_000, pauseMaxMs)) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new WaitTimeoutError(jobId, timeoutMs, job);
    const waitSeconds = Math.min(pollSeconds, Math.ceil(leftMs / 1000));
    const polledAt = Date.now();
    job = await ask(waitSeconds).catch(asDeleted);
    // A server without long polling responds at once.
    const isHeld = Date.now() - polledAt > waitSeconds * 500;
    if (!isFinished(job) && !isHeld) await sleep(Math.min(pauseMs, deadline - Date.now()), options.signal);
  }
  if (job.status === 'failed') throw new JobFailedError(job);
  return job;
}

function isFinished(job: Job): boolean {
  return job.status === 'done' || job.status === 'failed';
}

async function poll(
  transport: Transport,
  jobId: string,
  waitSeconds: number,
  options: WaitOptions,
): Promise<Job> {
  const {
    include,
    signal,
    headers,
    maxRetries = Math.max(pollRetries, transport.settings.maxRetries),
  } = options;
  return transport.json<Job>(
    {
      method: 'GET',
      path: `/jobs/${encodeURIComponent(jobId)}`,
      query: { wait: waitSeconds > 0 ? waitSeconds : undefined, include },
      isRepeatable: true,
    },
    { signal, headers, maxRetries, timeoutMs: waitSeconds * 1000 + transport.settings.timeoutMs },
  );
}

type FollowEventsOptions = {
  readonly timeoutMs: number;
  readonly onEvent: (event: JobEvent) => void;
  readonly signal: AbortSignal | undefined;
};

/** Ends with the last event of the job or at the timeout; the caller then polls the status. */
async function followEvents(
  transport: Transport,
  jobId: string,
  { timeoutMs, onEvent, signal }: FollowEventsOptions,
): Promise<void> {
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal;
  try {
    for await (const event of watchJob(transport, jobId, { signal: either })) onEvent(event);
  } catch (error) {
    if (!timeoutSignal.aborted || signal?.aborted) throw error;
  }
}
