/** Waits for the end of a job with long polls, and with plain polls where the service does not know them. */
import { NotFoundError } from '../errors/api-error.ts';
import { JobDeletedError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import type { Job, JobEvent, JobInclude } from '../wire.ts';
import { watchJob } from './watch-job.ts';

export type WaitOptions = Omit<RequestOptions, 'timeoutMs'> & {
  /** For the whole of the waiting, two hours unless given. */
  readonly timeoutMs?: number | undefined;
  readonly include?: readonly JobInclude[] | undefined;
  /** Called for every change of the job, from its first, and while its pages are laid out. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
};

/** Below the patience of the proxies usually found in between. */
const pollSeconds = 25;
/** A service may be restarted while we wait: that is no reason to give up. */
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
  // Asked once without waiting: from then on, a job that is not there was deleted meanwhile.
  let job = await (onEvent ? ask(0).catch(asDeleted) : ask(0));
  for (let pauseMs = 1_000; !isFinished(job); pauseMs = Math.min(pauseMs + 1_000, pauseMaxMs)) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new WaitTimeoutError(jobId, timeoutMs, job);
    const waitSeconds = Math.min(pollSeconds, Math.ceil(leftMs / 1000));
    const askedAt = Date.now();
    job = await ask(waitSeconds).catch(asDeleted);
    const isHeld = Date.now() - askedAt > waitSeconds * 500;
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

/** Ends with the job's last event, or when time is up; what the job then is, a poll finds out. */
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
