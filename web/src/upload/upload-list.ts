/** An observable list of uploads. */
import type { Upload, UploadState } from './upload.ts';

export class UploadList {
  #uploads: readonly Upload[] = [];
  readonly #listeners = new Set<() => void>();

  get all(): readonly Upload[] {
    return this.#uploads;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  find(id: string): Upload | undefined {
    return this.#uploads.find((upload) => upload.id === id);
  }

  /** The newest on top; those that were added together in their own order. */
  add(uploads: readonly Upload[]): void {
    this.#change([...uploads, ...this.#uploads]);
  }

  remove(id: string): void {
    this.#change(this.#uploads.filter((upload) => upload.id !== id));
  }

  update(id: string, change: Partial<Upload>): void {
    this.#change(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  setState(id: string, state: UploadState): void {
    this.update(id, { state });
  }

  #change(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
