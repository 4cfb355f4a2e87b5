/** Tasks: what a worker asks of the queue. A task is the id of a job and nothing more. */
export type Tasks = {
  /** Takes at most `count` tasks, the most urgent first; they are this worker's until it falls silent. */
  fetch(count: number): Promise<readonly string[]>;
  /** A sign of life for tasks in work. */
  keepAlive(jobIds: readonly string[]): Promise<void>;
  complete(jobId: string): Promise<void>;
};

/** Signals: news from other processes, sooner than polling would bring them. None is promised to arrive. */
export type Signals = {
  onTask(listener: () => void): void;
  onDeletion(listener: (jobId: string) => void): void;
};
