/** The progress of a document from that of its ranges, several of which are converted at a time. */
import type { EngineProgress } from '../ports/engine.ts';

export class RangeProgress {
  readonly #total: number;
  readonly #onProgress: ((progress: EngineProgress) => void) | undefined;
  readonly #running = new Map<string, number>();
  #ended = 0;
  #reported = -1;

  constructor(total: number, onProgress: ((progress: EngineProgress) => void) | undefined) {
    this.#total = total;
    this.#onProgress = onProgress;
  }

  /** `done`: pages of the range, while their layout is analysed. */
  report(range: string, stage: EngineProgress['stage'], done: number): void {
    if (stage === 'layout') this.#running.set(range, done);
    this.#tell();
  }

  /** `pages`: 0 for a range that has failed. */
  end(range: string, pages: number): void {
    this.#running.delete(range);
    this.#ended += pages;
    this.#tell();
  }

  /** Never goes back, although the pages of a range that failed are converted again. */
  #tell(): void {
    const running = [...this.#running.values()].reduce((sum, pages) => sum + pages, 0);
    const done = Math.min(this.#total, this.#ended + running);
    if (done <= this.#reported) return;
    this.#reported = done;
    this.#onProgress?.({ stage: 'layout', done, total: this.#total });
  }
}
