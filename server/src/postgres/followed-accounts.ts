/** Reads new events of the accounts that have subscribers, by number, and passes them on in order. */
import type { EventStore, Subscriber } from '../ports/events.ts';

export type FollowedAccounts = {
  subscribe(accountId: string, subscriber: Subscriber): () => void;
  subscribersOf(accountId: string): Iterable<Subscriber>;
  all(): readonly Subscriber[];
  /** The account has events up to this number; `ended`: all jobs that ended in what is announced, if they are known. */
  announce(accountId: string, number: number, ended?: readonly string[]): void;
  /** Looks for events that were not announced. */
  check(): Promise<void>;
};

/** If an account has more new events at once, its subscribers read them by themselves, as fast as their clients do. */
const eventsMax = 200;

type Followed = {
  readonly subscribers: Set<Subscriber>;
  /** The last number that was passed on; `null` before the first announcement. */
  delivered: number | null;
  newest: number;
  isReading: boolean;
};

function passOnGap(followed: Followed): void {
  for (const subscriber of [...followed.subscribers]) subscriber.onGap();
}

async function passOnNext(events: Pick<EventStore, 'after'>, accountId: string, followed: Followed) {
  const { delivered, newest } = followed;
  // Before the first announcement it is not known what the subscribers have read.
  const count = delivered === null ? 0 : newest - delivered;
  const isReadable = count > 0 && count <= eventsMax;
  const found = isReadable ? await events.after(accountId, newest - count, count, null) : [];
  followed.delivered = newest;
  // Fewer when some have been pruned.
  if (!isReadable || found.length < count) return passOnGap(followed);
  for (const event of found) for (const subscriber of [...followed.subscribers]) subscriber.onEvent(event);
}

export function followAccounts(events: Pick<EventStore, 'after' | 'newest'>): FollowedAccounts {
  const byAccount = new Map<string, Followed>();

  /** A failed read is repeated after the next announcement or check. */
  async function passOn(accountId: string, followed: Followed): Promise<void> {
    if (followed.isReading) return;
    followed.isReading = true;
    try {
      while (followed.subscribers.size > 0 && followed.delivered !== followed.newest) {
        await passOnNext(events, accountId, followed);
      }
    } finally {
      followed.isReading = false;
    }
  }

  async function advance(accountId: string, number: number): Promise<void> {
    const followed = byAccount.get(accountId);
    if (!followed) return;
    followed.newest = Math.max(followed.newest, number);
    await passOn(accountId, followed);
  }

  /** The database fell back to an earlier state, and numbers are used again. */
  function restart(accountId: string, number: number): void {
    const followed = byAccount.get(accountId);
    if (followed) Object.assign(followed, { delivered: null, newest: number });
  }

  async function check(): Promise<void> {
    const before = new Map([...byAccount].map(([accountId, { delivered }]) => [accountId, delivered ?? 0]));
    if (before.size === 0) return;
    const newest = await events.newest([...before.keys()]);
    for (const [accountId, number] of newest) {
      if (number < (before.get(accountId) ?? 0)) restart(accountId, number);
    }
    await Promise.all([...newest].map(([accountId, number]) => advance(accountId, number)));
  }

  return {
    announce: (accountId, number, ended) => {
      const subscribers = byAccount.get(accountId)?.subscribers ?? new Set();
      for (const subscriber of [...subscribers]) subscriber.onEnded(ended ?? []);
      const needsEvents = ended === undefined || [...subscribers].some(({ needs }) => needs === 'events');
      // Otherwise the account stays behind, so that the next check finds what its process did not announce.
      if (needsEvents) void advance(accountId, number).catch(() => {});
    },
    check,
    subscribersOf: (accountId) => byAccount.get(accountId)?.subscribers ?? [],
    all: () => [...byAccount.values()].flatMap(({ subscribers }) => [...subscribers]),
    subscribe: (accountId, subscriber) => {
      const followed = byAccount.get(accountId) ?? {
        subscribers: new Set(),
        delivered: null,
        newest: 0,
        isReading: false,
      };
      byAccount.set(accountId, followed);
      followed.subscribers.add(subscriber);
      return () => {
        followed.subscribers.delete(subscriber);
        if (followed.subscribers.size === 0 && byAccount.get(accountId) === followed)
          byAccount.delete(accountId);
      };
    },
  };
}
