/** Sleeping until a while has passed, somebody rings, or the signal says to leave. */
export class Alarm {
  readonly #sleepers = new Set<() => void>();

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake);
      this.#sleepers.add(wake);
    });
  }

  ring(): void {
    for (const wake of [...this.#sleepers]) wake();
  }
}
