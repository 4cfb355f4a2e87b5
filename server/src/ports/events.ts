/** Events: what happened to an account's jobs, kept for a while and heard of at once. */
import type { JobEvent } from '../domain/event.ts';
import type { JobProgress } from '../domain/job.ts';

export type EventStore = {
  /** Those after this number, oldest first, at most `limit`; of one job alone where one is named. */
  after(accountId: string, number: number, limit: number, jobId: string | null): Promise<readonly JobEvent[]>;
  /** The newest number, 0 before the first event; and the oldest that is still kept, `null` when none is. */
  bounds(accountId: string): Promise<{ readonly oldest: number | null; readonly newest: number }>;
};

export type ProgressUpdate = {
  readonly jobId: string;
  /** Of the whole job. */
  readonly pages: number;
  readonly progress: JobProgress;
};

export type Subscriber = {
  readonly apiKeyId: string | null;
  /** Each event once, in order, unless `onGap` comes between. */
  onEvent(event: JobEvent): void;
  onProgress(update: ProgressUpdate): void;
  /** Something may have been missed: the store knows. */
  onGap(): void;
  /** The key it was opened with is no longer good. */
  onRevoked(): void;
};

/** EventFeed: news of events from every process, as they are committed. Only what was committed is ever told. */
export type EventFeed = {
  /** Returns how to end it. */
  subscribe(accountId: string, subscriber: Subscriber): () => void;
};
