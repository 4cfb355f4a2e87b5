/** Deletions with an undo period: a job is deleted when the period is over or the page is left. */

type Deletion = { readonly timer: ReturnType<typeof setTimeout> };

export type PendingDeletionsOptions = {
  readonly deleteJob: (jobId: string) => Promise<void>;
  readonly onFailed: (jobId: string, error: unknown) => void;
  readonly graceMs?: number;
};

export const graceMs = 6_000;

export class PendingDeletions {
  readonly #options: PendingDeletionsOptions;
  readonly #waiting = new Map<string, Deletion>();
  readonly #listeners = new Set<() => void>();
  /** Jobs waiting to be deleted, and deleted jobs that a cached list may still contain. */
  #ids: ReadonlySet<string> = new Set();

  constructor(options: PendingDeletionsOptions) {
    this.#options = options;
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(jobId: string): void {
    if (this.#ids.has(jobId)) return;
    const timer = setTimeout(() => void this.#commit(jobId), this.#options.graceMs ?? graceMs);
    this.#waiting.set(jobId, { timer });
    this.#change((ids) => ids.add(jobId));
  }

  /** Returns false when the job is already deleted. */
  undo(jobId: string): boolean {
    const deletion = this.#waiting.get(jobId);
    if (deletion === undefined) return false;
    clearTimeout(deletion.timer);
    this.#waiting.delete(jobId);
    this.#change((ids) => ids.delete(jobId));
    return true;
  }

  canUndo(jobId: string): boolean {
    return this.#waiting.has(jobId);
  }

  /** Deletes all waiting jobs now; called when the page is left. */
  flush(): void {
    for (const jobId of [...this.#waiting.keys()]) void this.#commit(jobId);
  }

  async #commit(jobId: string): Promise<void> {
    clearTimeout(this.#waiting.get(jobId)?.timer);
    this.#waiting.delete(jobId);
    this.#change(() => {});
    try {
      await this.#options.deleteJob(jobId);
    } catch (error) {
      this.#change((ids) => ids.delete(jobId));
      this.#options.onFailed(jobId, error);
    }
  }

  #change(edit: (ids: Set<string>) => void): void {
    const ids = new Set(this.#ids);
    edit(ids);
    this.#ids = ids;
    for (const listener of this.#listeners) listener();
  }
}
