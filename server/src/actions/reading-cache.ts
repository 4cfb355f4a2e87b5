/** Layouts of reading indexes that were used last, up to a total size. */
import type { IndexLayout } from '@octavo/document/reading/index-format.ts';

type Entry = { readonly layout: IndexLayout; readonly bytes: number };

export class ReadingCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** `bytesMax` counts layouts as JSON; in memory they take about three times as much. */
  constructor(bytesMax = 16 * 1_048_576) {
    this.#bytesMax = bytesMax;
  }

  get(sha256: string): IndexLayout | null {
    const entry = this.#entries.get(sha256);
    if (!entry) return null;
    this.#entries.delete(sha256);
    this.#entries.set(sha256, entry);
    return entry.layout;
  }

  set(sha256: string, layout: IndexLayout, bytes: number): void {
    this.#remove(sha256);
    if (bytes > this.#bytesMax / 2) return;
    this.#entries.set(sha256, { layout, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#remove(oldest);
    }
  }

  #remove(sha256: string): void {
    this.#bytes -= this.#entries.get(sha256)?.bytes ?? 0;
    this.#entries.delete(sha256);
  }
}
