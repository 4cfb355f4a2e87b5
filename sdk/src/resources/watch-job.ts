/** Yields every change of a job, from its event stream, or by polling if the stream does not work. */
import { NotFoundError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/octavo-error.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import type { Job, JobEvent, JobStateEvent } from '../wire.ts';
import { followStream } from './follow-stream.ts';

export type WatchOptions = Omit<RequestOptions, 'timeoutMs'> & {
  /** The id of the last event received: the stream continues after it. */
  readonly lastEventId?: number | undefined;
};

const emptyConnectionsMax = 2;
const pollSeconds = 20;
const pollPauseMs = 1_000;

function isLast(event: JobEvent): boolean {
  return event.type === 'job.done' || event.type === 'job.failed' || event.type === 'job.deleted';
}

export async function* watchJob(
  transport: Transport,
  jobId: string,
  options: WatchOptions = {},
): AsyncGenerator<JobEvent, void, undefined> {
  const path = `/jobs/${encodeURIComponent(jobId)}/events`;
  let lastState: JobStateEvent | undefined;
  try {
    for await (const event of followStream<JobEvent>(transport, path, { ...options, emptyConnectionsMax })) {
      yield event;
      if (event.type !== 'job.progress') lastState = event;
      if (isLast(event)) return;
    }
    return;
  } catch (error) {
    if (!isStreamMissing(error)) throw error;
    transport.settings.logger?.warn('octavo: no event stream, polling instead', { jobId });
  }
  yield* pollEvents(transport, jobId, lastState, options);
}

/** A proxy blocks event streams, or the server does not have them yet. */
function isStreamMissing(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof NotFoundError && error.code !== 'job_not_found')
  );
}

function eventOf(job: Job): JobStateEvent {
  return {
    id: null,
    type: `job.${job.status}`,
    timestamp: job.updated_at,
    data: {
      job_id: job.id,
      status: job.status,
      page_count: job.page_count,
      error_message: job.error_message,
    },
  };
}

async function* pollEvents(
  transport: Transport,
  jobId: string,
  lastState: JobStateEvent | undefined,
  options: WatchOptions,
): AsyncGenerator<JobEvent, void, undefined> {
  let status = lastState?.data.status;
  while (true) {
    const request = {
      method: 'GET',
      path: `/jobs/${encodeURIComponent(jobId)}`,
      // A long poll responds only when the job ends, so before processing starts plain polls are used.
      query: { wait: status === 'processing' ? pollSeconds : undefined },
      isRepeatable: true,
    } as const;
    const job = await transport.json<Job>(request, {
      ...options,
      timeoutMs: transport.settings.timeoutMs + pollSeconds * 1000,
    });
    const event = eventOf(job);
    if (job.status !== status) yield event;
    if (isLast(event)) return;
    status = job.status;
    await sleep(pollPauseMs, options.signal);
  }
}
