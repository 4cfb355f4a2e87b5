/** The uploads of this page. The code of the upload queue is loaded with the first file. */
import type { ParserOptionsInput } from '@octavo/sdk';
import { UploadList } from './upload-list.ts';
import type { UploadQueue } from './upload-queue.ts';

type OpenQueue = (list: UploadList) => Promise<UploadQueue>;

export class Uploads {
  readonly list = new UploadList();
  readonly #open: OpenQueue;
  #queue: Promise<UploadQueue> | undefined;

  constructor(open: OpenQueue) {
    this.#open = open;
  }

  /** Loads the queue early, when files are dragged over the window. */
  prepare(): Promise<UploadQueue> {
    this.#queue ??= this.#open(this.list).catch((error: unknown) => {
      this.#queue = undefined;
      throw error;
    });
    return this.#queue;
  }

  async add(files: readonly File[], options: ParserOptionsInput): Promise<void> {
    if (files.length > 0) (await this.prepare()).add(files, options);
  }

  async retry(id: string, password?: string): Promise<void> {
    (await this.prepare()).retry(id, password);
  }

  async remove(id: string): Promise<void> {
    (await this.prepare()).remove(id);
  }

  async clearEnded(): Promise<void> {
    (await this.prepare()).clearEnded();
  }
}
