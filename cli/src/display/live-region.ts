/** Lines at the bottom of a terminal that are redrawn in place, below permanent lines. */
import type { Output } from '../cli-environment.ts';
import { textWidth } from './text-width.ts';

const frameMs = 80;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearBelow = '\u001b[J';

export class LiveRegion {
  readonly #stream: Output;
  readonly #draw: () => readonly string[];
  #shown: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;

  /** `draw` returns the current lines, none wider than the terminal. */
  constructor(stream: Output, draw: () => readonly string[]) {
    this.#stream = stream;
    this.#draw = draw;
  }

  open(): void {
    this.#isOpen = true;
    this.#stream.write(hideCursor);
    this.#timer = setInterval(() => this.redraw(), frameMs);
    this.#timer.unref();
    this.redraw();
  }

  /** Prints a permanent line above the region. */
  print(line: string): void {
    if (!this.#isOpen) this.#stream.write(`${line}\n`);
    else this.#stream.write(`${this.#back()}${line}\n${this.#frame()}`);
  }

  redraw(): void {
    if (this.#isOpen) this.#stream.write(`${this.#back()}${this.#frame()}`);
  }

  /** Removes the region from the screen. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#timer);
    this.#stream.write(`${this.#back()}${showCursor}`);
    this.#shown = [];
  }

  /** Moves the cursor to the start of the region. Counts wrapped lines, in case the terminal became narrower. */
  #back(): string {
    const columns = this.#stream.columns || 80;
    const rows = this.#shown.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)),
      0,
    );
    return rows > 0 ? `\u001b[${rows}F${clearBelow}` : '';
  }

  #frame(): string {
    this.#shown = this.#draw();
    return this.#shown.map((line) => `${line}\n`).join('');
  }
}
