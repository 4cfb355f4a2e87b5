/** Streams the events of an account: stored events first, each once and in order, then live ones. */
import type { JobEvent } from '../domain/event.ts';
import type { EventFeed, ProgressUpdate } from '../ports/events.ts';
import type { Store } from '../ports/store.ts';

export type FollowEventsPorts = { readonly store: Pick<Store, 'events'>; readonly feed: EventFeed };

export type StreamItem =
  | { readonly kind: 'event'; readonly event: JobEvent }
  | ({ readonly kind: 'progress' } & ProgressUpdate)
  /** The event to resume from is not stored any more, or never existed: the client must reload its state. */
  | { readonly kind: 'reset' }
  /** No event for a while. */
  | { readonly kind: 'keep-alive' };

export type FollowOptions = {
  readonly accountId: string;
  readonly apiKeyId: string | null;
  /** `null` follows all jobs. */
  readonly jobId: string | null;
  /** The last event number the client has; `null` starts with new events, or with the first event of a job. */
  readonly after: number | null;
  readonly keepAliveMs: number;
  readonly signal: AbortSignal;
};

const pageSize = 200;

/** Updates that arrive while a slow client still reads earlier ones. Bounded: what overflows is read from the store later. */
type EventBuffer = {
  /** The next update; `gap` when some were missed, `closed` when there will be no more, `null` when none has arrived yet. */
  take(): JobEvent | ProgressUpdate | 'gap' | 'closed' | null;
  /** False when nothing arrived in time. */
  wait(timeoutMs: number): Promise<boolean>;
  close(): void;
};

const updatesMax = 256;

function openEventBuffer(
  feed: EventFeed,
  owner: { readonly accountId: string; readonly apiKeyId: string | null; readonly signal: AbortSignal },
): EventBuffer {
  const updates: (JobEvent | ProgressUpdate)[] = [];
  let isGap = false;
  let isClosed = owner.signal.aborted;
  let wake = () => {};

  const missed = () => {
    updates.length = 0;
    isGap = true;
    wake();
  };
  const receive = (item: JobEvent | ProgressUpdate) => {
    if (updates.length >= updatesMax) missed();
    else updates.push(item);
    wake();
  };
  const end = () => {
    isClosed = true;
    wake();
  };
  const unsubscribe = feed.subscribe(owner.accountId, {
    apiKeyId: owner.apiKeyId,
    needs: 'events',
    onEvent: receive,
    onEnded: () => {},
    onProgress: receive,
    onGap: missed,
    onRevoked: end,
  });
  owner.signal.addEventListener('abort', end);

  return {
    take: () => {
      if (isClosed) return 'closed';
      if (!isGap) return updates.shift() ?? null;
      isGap = false;
      return 'gap';
    },
    wait: (timeoutMs) => {
      if (isClosed || isGap || updates.length > 0) return Promise.resolve(true);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), timeoutMs);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      return promise;
    },
    close: () => {
      unsubscribe();
      owner.signal.removeEventListener('abort', end);
    },
  };
}

type Position = { last: number };

/** All events up to now. Numbers have no gaps, so everything up to the newest number is committed and visible. */
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

/** The item to stream, `null` for nothing, or `gap` when events were missed. */
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
  for (let update = buffer.take(); update !== 'closed'; update = buffer.take()) {
    if (update === null) {
      if (!(await buffer.wait(options.keepAliveMs))) yield { kind: 'keep-alive' as const };
      continue;
    }
    const worth = toStreamItem(update, options, position);
    if (worth === 'gap') yield* catchUp(ports, options, position);
    else if (worth) yield worth;
  }
}

/** Ends with the signal, or when the API key is revoked. */
export async function* followEvents(
  ports: FollowEventsPorts,
  options: FollowOptions,
): AsyncGenerator<StreamItem> {
  // Subscribed before the store is read, so that no event is lost in between.
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
