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
  /** Called for every change of the job and while its pages are laid out. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
};

/** Below the patience of the proxies usually found in between. */
const pollSeconds = 25;
/** A service may be restarted while we wait: that is no reason to give up. */
const pollRetries = 8;
const defaultTimeoutMs = 2 * 60 * 60 * 1000;
const longestPauseMs = 5_000;

export async function waitForJob(
  transport: Transport,
  jobId: string,
  options: WaitOptions = {},
): Promise<Job> {
  const { timeoutMs = defaultTimeoutMs, onEvent, ...rest } = options;
  const deadline = Date.now() + timeoutMs;
  if (onEvent) await hearOut(transport, jobId, { timeoutMs, onEvent, signal: options.signal });
  let pauseMs = 1_000;
  let isKnown = false;
  for (;;) {
    const leftMs = deadline - Date.now();
    const waitSeconds = Math.max(0, Math.min(pollSeconds, Math.ceil(leftMs / 1000)));
    const askedAt = Date.now();
    const job = await poll(transport, jobId, waitSeconds, rest).catch((error: unknown) => {
      throw isKnown && error instanceof NotFoundError ? new JobDeletedError(jobId) : error;
    });
    isKnown = true;
    if (job.status === 'done') return job;
    if (job.status === 'failed') throw new JobFailedError(job);
    if (Date.now() >= deadline) throw new WaitTimeoutError(jobId, timeoutMs, job);
    if (Date.now() - askedAt > waitSeconds * 500) continue;
    await sleep(Math.min(pauseMs, Math.max(0, deadline - Date.now())), options.signal);
    pauseMs = Math.min(pauseMs + 1_000, longestPauseMs);
  }
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

type Hearing = {
  readonly timeoutMs: number;
  readonly onEvent: (event: JobEvent) => void;
  readonly signal: AbortSignal | undefined;
};

/** Ends with the job's last event, or when time is up; what the job then is, a poll finds out. */
async function hearOut(
  transport: Transport,
  jobId: string,
  { timeoutMs, onEvent, signal }: Hearing,
): Promise<void> {
  const timeIsUp = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeIsUp]) : timeIsUp;
  try {
    for await (const event of watchJob(transport, jobId, { signal: either })) onEvent(event);
  } catch (error) {
    if (!timeIsUp.aborted || signal?.aborted) throw error;
  }
}
