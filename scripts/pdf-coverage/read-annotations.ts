/** Reads links and form fields in a worker thread, so that a hostile file can be given up. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Annotations } from './pdf-facts.ts';

const timeoutMs = 60_000;

type Reply = { readonly annotations: Annotations } | { readonly error: string };

export class AnnotationReader {
  #worker: Worker | null = null;

  async read(path: string, pagesMax: number): Promise<Reply> {
    const worker = this.#worker ?? new Worker(join(import.meta.dirname, 'annotation-worker.ts'));
    this.#worker = worker;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const timer = setTimeout(() => resolve({ error: 'time ran out' }), timeoutMs);
    const onError = (error: Error) => resolve({ error: error.message });
    worker.on('message', resolve).on('error', onError);
    worker.postMessage({ path, pagesMax });
    const reply = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', onError);
    if ('error' in reply) await this.close();
    return reply;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}
