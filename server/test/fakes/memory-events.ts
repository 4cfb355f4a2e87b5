/** Events in memory: stored, numbered per account, and published to subscribers. */
import type { EventType, JobEvent } from '../../src/domain/event.ts';
import type { Job, JobProgress } from '../../src/domain/job.ts';
import type { EventFeed, EventStore, Subscriber } from '../../src/ports/events.ts';

export type MemoryEvents = EventStore & {
  readonly feed: EventFeed;
  record(job: Job, type: EventType): void;
  publishProgress(job: Job, progress: JobProgress): void;
  /** Simulates a lost connection: subscribers get no events until the returned function is called. */
  disconnect(): () => void;
  removeUpTo(accountId: string, upTo: number): void;
  prune(before: Date, limit: number): number;
};

export function memoryEvents(): MemoryEvents {
  const byAccount = new Map<string, JobEvent[]>();
  const counts = new Map<string, number>();
  const subscribers = new Map<Subscriber, string>();
  let isDisconnected = false;
  const subscribersOf = (accountId: string) =>
    isDisconnected
      ? []
      : [...subscribers].filter(([, owner]) => owner === accountId).map(([subscriber]) => subscriber);
  return {
    record: (job, type) => {
      const number = (counts.get(job.accountId) ?? 0) + 1;
      counts.set(job.accountId, number);
      const { status, pageCount, errorMessage } = job;
      const event: JobEvent = {
        accountId: job.accountId,
        number,
        jobId: job.id,
        type,
        at: new Date(),
        data: { status, pageCount, errorMessage },
      };
      byAccount.set(job.accountId, [...(byAccount.get(job.accountId) ?? []), event]);
      for (const subscriber of subscribersOf(job.accountId)) subscriber.onEvent(event);
    },
    publishProgress: ({ id: jobId, accountId, pages }, progress) => {
      for (const subscriber of subscribersOf(accountId)) subscriber.onProgress({ jobId, pages, progress });
    },
    disconnect: () => {
      isDisconnected = true;
      return () => {
        isDisconnected = false;
        for (const subscriber of subscribers.keys()) subscriber.onGap();
      };
    },
    removeUpTo: (accountId, upTo) => {
      const entry = (byAccount.get(accountId) ?? []).filter(({ number }) => number > upTo);
      byAccount.set(accountId, entry);
    },
    prune: (before, limit) => {
      const old = [...byAccount.values()]
        .flat()
        .filter(({ at }) => at < before)
        .slice(0, limit);
      for (const [accountId, events] of byAccount) {
        byAccount.set(
          accountId,
          events.filter((event) => !old.includes(event)),
        );
      }
      return old.length;
    },
    feed: {
      subscribe: (accountId, subscriber) => {
        subscribers.set(subscriber, accountId);
        return () => void subscribers.delete(subscriber);
      },
    },
    after: async (accountId, number, limit, jobId) =>
      (byAccount.get(accountId) ?? [])
        .filter((event) => event.number > number && (jobId === null || event.jobId === jobId))
        .slice(0, limit),
    bounds: async (accountId) => ({
      oldest: byAccount.get(accountId)?.[0]?.number ?? null,
      newest: counts.get(accountId) ?? 0,
    }),
    newest: async (accountIds) => new Map(accountIds.map((id) => [id, counts.get(id) ?? 0])),
  };
}
