/** A task is the id of a job, with its account; tasks of earlier versions have no account. */
export type Task = { readonly jobId: string; readonly accountId: string | null };

/** Port to the queue, for workers. */
export type Tasks = {
  /**
   * Takes at most `count` tasks, the most urgent first, of other accounts than those given; they are this worker's
   * until it stops sending heartbeats.
   */
  fetch(count: number, exceptAccounts?: readonly string[]): Promise<readonly Task[]>;
  /** Heartbeat for running tasks. */
  keepAlive(jobIds: readonly string[]): Promise<void>;
  complete(jobId: string): Promise<void>;
};

/** Notifications from other processes, faster than polling. Delivery is not guaranteed. */
export type Signals = {
  onTask(listener: () => void): void;
  onDeletion(listener: (jobId: string) => void): void;
};
