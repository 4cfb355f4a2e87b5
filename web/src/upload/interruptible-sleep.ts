/** Sleeps that end after a time, when they are woken, or when a signal aborts. */
export class InterruptibleSleep {
  readonly #waiting = new Set<() => void>();

  for(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
