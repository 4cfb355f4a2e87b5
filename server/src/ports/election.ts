/** Port that elects one process for each kind of periodic work. */
export type Election = {
  /** Makes this process a candidate. */
  stand(work: string): void;
  /** Lets another process take over. */
  withdraw(work: string): void;
  /**
   * Whether this process should do the work now. Two processes may be elected for some seconds, and every process is
   * while no election is possible: the work must be safe to do concurrently.
   */
  isElected(work: string): boolean;
};
