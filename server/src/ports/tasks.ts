import type { Claim } from './store.ts';

/** A task is the id of a job, with its account; tasks of earlier versions have no account. */
export type Task = {
  readonly jobId: string;
  readonly accountId: string | null;
  /** `null` while another process has locked the job or its account, and for a job that cannot be claimed any more. */
  readonly claim: Claim | null;
};

/** Port to the queue, for workers. */
export type Tasks = {
  /**
   * Takes at most `count` tasks, the most urgent first, of other accounts than those given, and claims their jobs. They
   * are this worker's until it stops sending heartbeats.
   */
  take(count: number, leaseMs: number, exceptAccounts?: readonly string[]): Promise<readonly Task[]>;
  /** Heartbeat for running tasks. */
  keepAlive(jobIds: readonly string[]): Promise<void>;
  /** Removes the task of a job that cannot be claimed; that of a job that ends is removed with its end. */
  complete(jobId: string): Promise<void>;
};

/** Notifications from other processes, faster than polling. Delivery is not guaranteed. */
export type Signals = {
  onTask(listener: () => void): void;
  /** Webhooks are due. */
  onDelivery(listener: () => void): void;
  onDeletion(listener: (jobId: string) => void): void;
};
