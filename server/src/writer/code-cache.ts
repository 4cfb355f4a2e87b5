/** Compiled code that writer processes share: the first one fills it before it reads a document, later ones only read it. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';

/** What a process may do with the directory. */
export type CodeAccess = { readonly directory: string; readonly may: 'fill' | 'read' };

export class CodeCache {
  readonly #directory: string;
  #filled: Promise<boolean> | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `launch` resolves when the process is ready, and it has written its code then. Other starts wait for the first. */
  async start<Process>(launch: (code: CodeAccess | null) => Promise<Process>): Promise<Process> {
    if (this.#filled === null) {
      const first = this.#fill(launch);
      this.#filled = first.then(
        () => true,
        () => {
          this.#filled = null;
          return false;
        },
      );
      return first;
    }
    const isUsable = (await this.#filled) && existsSync(this.#directory);
    return launch(isUsable ? { directory: this.#directory, may: 'read' } : null);
  }

  /** The directory is renamed before the process is given a document: it has no permission for the new name. */
  async #fill<Process>(launch: (code: CodeAccess) => Promise<Process>): Promise<Process> {
    const directory = `${this.#directory}-filling`;
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const started = await launch({ directory, may: 'fill' });
    await rename(directory, this.#directory);
    return started;
  }

  async remove(): Promise<void> {
    for (const directory of [this.#directory, `${this.#directory}-filling`])
      await rm(directory, { recursive: true, force: true });
  }
}
