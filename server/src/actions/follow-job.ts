/** Streams the events of one job to its last, from the first or after the last one that the client received. */
import { isLastEvent, type JobEvent } from '../domain/event.ts';
import { isFinished, type Job } from '../domain/job.ts';
import {
  type FollowEventsPorts,
  type FollowOptions,
  followEvents,
  type StreamItem,
} from './follow-events.ts';

export type JobStreamItem = StreamItem | { readonly kind: 'state'; readonly job: Job };

/** `null` when the client already has all events of a finished job. */
export async function followJob(
  ports: FollowEventsPorts,
  job: Job,
  options: Omit<FollowOptions, 'jobId' | 'accountId'>,
): Promise<AsyncIterable<JobStreamItem> | null> {
  const jobOptions = { ...options, accountId: job.accountId, jobId: job.id };
  if (!isFinished(job)) return followUntilLastEvent(ports, jobOptions);
  const kept = await ports.store.events.after(job.accountId, options.after ?? 0, eventsMax, job.id);
  if (kept.length > 0) return replay(kept);
  // Its events are no longer stored, but its final state is.
  return options.after === null ? replay([], job) : null;
}

/** A job is requeued only a few times. */
const eventsMax = 100;

async function* replay(events: readonly JobEvent[], job?: Job): AsyncGenerator<JobStreamItem> {
  for (const event of events) yield { kind: 'event', event };
  if (job) yield { kind: 'state', job };
}

async function* followUntilLastEvent(
  ports: FollowEventsPorts,
  options: FollowOptions,
): AsyncGenerator<JobStreamItem> {
  for await (const item of followEvents(ports, options)) {
    yield item;
    if (item.kind === 'event' && isLastEvent(item.event)) return;
  }
}
