/** A slot: a directory of its own, and a warm process that can read and write only there. One document at a time. */
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyDirectory } from '../processes/empty-directory.ts';
import type { CodeCache } from './code-cache.ts';
import { launchCommand } from './launch.ts';
import { type SendOptions, type SentRequest, WriterProcess, type WriterResult } from './process.ts';
import type { WriterSettings } from './settings.ts';

export class Slot {
  readonly directory: string;
  readonly #settings: WriterSettings;
  readonly #closing: AbortSignal;
  readonly #code: CodeCache;
  #process: WriterProcess | null = null;
  #starts = 0;

  constructor(settings: WriterSettings, name: string, closing: AbortSignal, code: CodeCache) {
    this.#settings = settings;
    this.#closing = closing;
    this.#code = code;
    this.directory = join(settings.workDir, name);
  }

  /** Makes the directory, and starts a process unless there is a healthy one. */
  async start(): Promise<WriterProcess> {
    if (this.#process?.healthy) return this.#process;
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    this.#starts += 1;
    const report = (ok: boolean) => {
      if (this.#starts > 1) this.#settings.metrics.restarted(ok);
    };
    try {
      this.#process = await this.#code.start((code) => {
        const argv = launchCommand(this.#settings, this.directory, code);
        return WriterProcess.start(this.#settings, argv, this.#closing);
      });
      report(true);
      return this.#process;
    } catch (error) {
      report(false);
      throw error;
    }
  }

  async send(request: SentRequest<'id' | 'directory'>, options: SendOptions): Promise<WriterResult> {
    const process = await this.start();
    return process.send({ ...request, directory: this.directory }, options);
  }

  /** Hard-links a file into the directory, or copies it from another disk. */
  async place(source: string, name: string): Promise<void> {
    const target = join(this.directory, name);
    try {
      await link(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyFile(source, target);
    }
  }

  async placeAll(sourceDir: string, name: string): Promise<void> {
    await mkdir(join(this.directory, name));
    for (const file of await readdir(sourceDir)) {
      await this.place(join(sourceDir, file), join(name, file));
    }
  }

  /** Moves a file out of the directory: from then on the process cannot change it. */
  async take(name: string, target: string): Promise<void> {
    try {
      await rename(join(this.directory, name), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyFile(join(this.directory, name), target);
    }
  }

  /** After a document: empties the directory, and ends a process that has handled enough. */
  async clean(): Promise<void> {
    const process = this.#process;
    if (process && (!process.healthy || process.documents >= this.#settings.documentsPerProcess)) {
      this.#process = null;
      await process.stop();
    }
    await emptyDirectory(this.directory);
  }

  async remove(): Promise<void> {
    await this.#process?.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
