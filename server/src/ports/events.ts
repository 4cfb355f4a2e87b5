/** Ports to the events of an account's jobs: stored ones, and a live feed. */
import type { JobEvent } from '../domain/event.ts';
import type { JobProgress } from '../domain/job.ts';

export type EventStore = {
  /** Events after this number, oldest first, at most `limit`; only of one job if given. */
  after(accountId: string, number: number, limit: number, jobId: string | null): Promise<readonly JobEvent[]>;
  /** The newest number, 0 before the first event; and the oldest that is still stored, or `null`. */
  bounds(accountId: string): Promise<{ readonly oldest: number | null; readonly newest: number }>;
  /** The newest number of each of these accounts. */
  newest(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
};

export type ProgressUpdate = {
  readonly jobId: string;
  /** Of the whole job. */
  readonly pages: number;
  readonly progress: JobProgress;
};

export type Subscriber = {
  readonly apiKeyId: string | null;
  /** `ends`: only which jobs end. Events are read for it only where an announcement does not say so. */
  readonly needs: 'events' | 'ends';
  /** Each event once, in order, unless `onGap` comes between. */
  onEvent(event: JobEvent): void;
  /** Jobs that ended: done, failed or deleted. Those that are not named are found by their events. */
  onEnded(jobIds: readonly string[]): void;
  onProgress(update: ProgressUpdate): void;
  /** Events may have been missed: read them from the store. */
  onGap(): void;
  /** The API key of the subscriber was revoked. */
  onRevoked(): void;
};

/** Events from every process as they are committed. Uncommitted events are never published. */
export type EventFeed = {
  /** Returns the function that unsubscribes. */
  subscribe(accountId: string, subscriber: Subscriber): () => void;
};
