/** Follows one job from its first event, or from where the client was, to its last. */
import { isLastEvent, type JobEvent } from '../domain/event.ts';
import { isFinished, type Job } from '../domain/job.ts';
import { type FollowEventsPorts, type Followed, type Following, followEvents } from './follow-events.ts';

export type JobFollowed = Followed | { readonly kind: 'state'; readonly job: Job };

/** `null` when there is nothing to tell, and never will be: the client has heard it all. */
export async function followJob(
  ports: FollowEventsPorts,
  job: Job,
  following: Omit<Following, 'jobId' | 'accountId'>,
): Promise<AsyncIterable<JobFollowed> | null> {
  const whole = { ...following, accountId: job.accountId, jobId: job.id };
  if (!isFinished(job)) return untilItEnds(ports, whole);
  const kept = await ports.store.events.after(job.accountId, following.after ?? 0, eventsMax, job.id);
  if (kept.length > 0) return told(kept);
  // Its events are no longer kept; what became of it is.
  return following.after === null ? told([], job) : null;
}

/** A job is handed back a few times at most. */
const eventsMax = 100;

async function* told(events: readonly JobEvent[], job?: Job): AsyncGenerator<JobFollowed> {
  for (const event of events) yield { kind: 'event', event };
  if (job) yield { kind: 'state', job };
}

async function* untilItEnds(ports: FollowEventsPorts, following: Following): AsyncGenerator<JobFollowed> {
  for await (const followed of followEvents(ports, following)) {
    yield followed;
    if (followed.kind === 'event' && isLastEvent(followed.event)) return;
  }
}
