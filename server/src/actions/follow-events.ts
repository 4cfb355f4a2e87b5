/** Follows what happens to an account's jobs: from where the client was, each event once and in order, then as it comes. */
import type { JobEvent } from '../domain/event.ts';
import type { EventFeed, ProgressUpdate } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';
import { type EventBuffer, openEventBuffer } from './event-inbox.ts';

export type FollowEventsPorts = { readonly store: Pick<Store, 'events'>; readonly feed: EventFeed };

export type StreamItem =
  | { readonly kind: 'event'; readonly event: JobEvent }
  | ({ readonly kind: 'progress' } & ProgressUpdate)
  /** What the client asked to resume from is not kept any more, or never was: it must look for itself. */
  | { readonly kind: 'reset' }
  /** Nothing happened for a while. */
  | { readonly kind: 'keep-alive' };

export type FollowOptions = {
  readonly accountId: string;
  readonly apiKeyId: string | null;
  /** One job alone; `null` follows all. */
  readonly jobId: string | null;
  /** The last number the client has; `null` begins with what comes, or with a job's first event. */
  readonly after: number | null;
  readonly keepAliveMs: number;
  readonly signal: AbortSignal;
};

const pageSize = 200;

type Position = { last: number };

/** Everything up to now. Numbers have no gaps, so whatever is up to the newest number has been committed and is seen. */
async function* catchUp({ store }: FollowEventsPorts, options: FollowOptions, position: Position) {
  const { newest } = await store.events.bounds(options.accountId);
  let page: readonly JobEvent[];
  do {
    page = await store.events.after(options.accountId, position.last, pageSize, options.jobId);
    for (const event of page) {
      position.last = event.number;
      yield { kind: 'event' as const, event };
    }
  } while (page.length === pageSize);
  position.last = Math.max(position.last, newest);
}

async function begin({ store }: FollowEventsPorts, { accountId, jobId, after }: FollowOptions) {
  const { oldest, newest } = await store.events.bounds(accountId);
  if (after === null) return { last: jobId === null ? newest : 0, isReset: false };
  const isKept = after <= newest && (oldest ?? newest + 1) <= after + 1;
  return { last: Math.min(after, newest), isReset: !isKept };
}

/** What one piece of news is worth: something to tell, nothing, or the sign that something was missed. */
function toStreamItem(update: JobEvent | ProgressUpdate | 'gap', options: FollowOptions, position: Position) {
  if (update === 'gap') return 'gap' as const;
  const concerns = options.jobId === null || options.jobId === update.jobId;
  if ('progress' in update) return concerns ? { kind: 'progress' as const, ...update } : null;
  if (update.number > position.last + 1) return 'gap' as const;
  if (update.number <= position.last) return null;
  position.last = update.number;
  return concerns ? { kind: 'event' as const, event: update } : null;
}

async function* live(
  ports: FollowEventsPorts,
  options: FollowOptions,
  buffer: EventBuffer,
  position: Position,
) {
  for (let update = buffer.take(); update !== 'over'; update = buffer.take()) {
    if (update === null) {
      if (!(await buffer.wait(options.keepAliveMs))) yield { kind: 'keep-alive' as const };
      continue;
    }
    const worth = toStreamItem(update, options, position);
    if (worth === 'gap') yield* catchUp(ports, options, position);
    else if (worth) yield worth;
  }
}

/** Ends with the signal, or when the key it was opened with is revoked. */
export async function* followEvents(
  ports: FollowEventsPorts,
  options: FollowOptions,
): AsyncGenerator<StreamItem> {
  // Subscribed before the store is asked, so that nothing falls between the two.
  const buffer = openEventBuffer(ports.feed, options);
  try {
    const { last, isReset } = await begin(ports, options);
    if (isReset) yield { kind: 'reset' };
    const position = { last };
    yield* catchUp(ports, options, position);
    yield* live(ports, options, buffer, position);
  } finally {
    buffer.close();
  }
}
