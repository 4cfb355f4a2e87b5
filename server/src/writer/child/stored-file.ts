/** The stored document while it is written: short ones stay in memory, longer ones go to disk before they are compressed. */
import { compressFile, compressText } from './compression.ts';
import { type ByteBudget, OutputFile, type WrittenFile } from './output-file.ts';

/** Up to this length it stays in memory. */
const keptCharsMax = 8 * 1_048_576;

export class StoredFile {
  readonly #plainPath: string;
  readonly #budget: ByteBudget;
  #text = '';
  #plain: OutputFile | null = null;

  constructor(plainPath: string, budget: ByteBudget) {
    this.#plainPath = plainPath;
    this.#budget = budget;
  }

  add(line: string): void {
    if (this.#plain) {
      this.#plain.write(line);
      return;
    }
    this.#text += line;
    if (this.#text.length <= keptCharsMax) return;
    this.#plain = new OutputFile(this.#plainPath, this.#budget);
    this.#plain.write(this.#text);
    this.#text = '';
  }

  /** Writes the compressed file. */
  async compress(path: string): Promise<WrittenFile> {
    if (!this.#plain) return compressText(this.#text, path, this.#budget);
    this.#plain.finish();
    return compressFile(this.#plainPath, path, this.#budget);
  }

  close(): void {
    this.#plain?.close();
  }
}
