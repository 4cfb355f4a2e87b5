/** A task is the id of a job. The account is that of the job; tasks of earlier versions do not name it. */
export type Task = { readonly jobId: string; readonly accountId: string | null };

/** Tasks: what a worker asks of the queue. */
export type Tasks = {
  /**
   * Takes at most `count` tasks, the most urgent first, of other accounts than those given; they are this worker's
   * until it stops sending heartbeats.
   */
  fetch(count: number, exceptAccounts?: readonly string[]): Promise<readonly Task[]>;
  /** A sign of life for tasks in work. */
  keepAlive(jobIds: readonly string[]): Promise<void>;
  complete(jobId: string): Promise<void>;
};

/** Signals: news from other processes, sooner than polling would bring them. None is promised to arrive. */
export type Signals = {
  onTask(listener: () => void): void;
  onDeletion(listener: (jobId: string) => void): void;
};
