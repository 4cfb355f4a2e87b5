/** CPU time of each pass, without that of the passes it calls or reads from. */

export type Timed = (...given: readonly unknown[]) => unknown;

/** Of this thread, so that neither other programs nor garbage collection beside it count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export class Stopwatch {
  readonly #ms = new Map<string, number>();
  #name = '';
  #since = 0;

  /** The time up to now belongs to the pass that ran; answers its name. */
  #switchTo(name: string): string {
    const [before, now] = [this.#name, cpuMs()];
    this.#ms.set(before, (this.#ms.get(before) ?? 0) + now - this.#since);
    [this.#name, this.#since] = [name, now];
    return before;
  }

  #during<T>(name: string, run: () => T): T {
    const before = this.#switchTo(name);
    try {
      return run();
    } finally {
      this.#switchTo(before);
    }
  }

  /** Each step of a generator counts for it, each step of what it reads for those who make that. */
  *#steps(name: string, source: Iterable<unknown>): Generator<unknown> {
    const iterator = source[Symbol.iterator]();
    for (;;) {
      const { done, value } = this.#during(name, () => iterator.next());
      if (done) return;
      yield value;
    }
  }

  timed(name: string, pass: Timed): Timed {
    const isGenerator = (value: unknown): value is Generator =>
      Object.prototype.toString.call(value) === '[object Generator]';
    return (...given) => {
      const outer = this.#name;
      const read = given.map((value) => (isGenerator(value) ? this.#steps(outer, value) : value));
      const result = this.#during(name, () => pass(...read));
      return isGenerator(result) ? this.#steps(name, result) : result;
    };
  }

  reset(): void {
    this.#ms.clear();
    [this.#name, this.#since] = ['', cpuMs()];
  }

  /** By pass; the rest of the work has an empty name. */
  read(): ReadonlyMap<string, number> {
    this.#switchTo(this.#name);
    return this.#ms;
  }
}
