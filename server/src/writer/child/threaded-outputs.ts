/** Writes the outputs of a long document in a thread of their own. Lines that wait for it are bounded. */
import { writeSync } from 'node:fs';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { DocumentHead } from '@octavo/document/model/document.ts';
import { threadHeapShare } from '../settings.ts';
import type { OutputsRequest, WrittenOutputs } from './document-outputs.ts';
import { ThreadError } from './fault.ts';
import type { ThreadData, ThreadMessage, ThreadReply } from './outputs-thread.ts';

/** Lines are sent when they have this many characters together: some pages. */
const batchCharsMin = 262_144;
const waitingCharsMax = 4 * 1_048_576;

const heapMebibytes = () => Math.floor((getHeapStatistics().heap_size_limit * threadHeapShare) / 1_048_576);

export class ThreadedOutputs {
  readonly #thread: Worker;
  #lines: string[] = [];
  #lineChars = 0;
  #waitingChars = 0;
  #files: WrittenOutputs | null = null;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(head: DocumentHead, request: OutputsRequest) {
    const workerData: ThreadData = { head, request };
    // The option of the process overrules `resourceLimits`; it is read when a heap is made.
    setFlagsFromString(`--max-old-space-size=${heapMebibytes()}`);
    this.#thread = new Worker(new URL('outputs-thread.ts', import.meta.url), { workerData, execArgv: [] });
    this.#thread.on('message', (message: ThreadReply) => this.#read(message));
    this.#thread.on('error', (error: NodeJS.ErrnoException) => this.#fail(error));
    this.#thread.on('exit', () => this.#fail(new Error('the thread has ended')));
  }

  #read(reply: ThreadReply): void {
    if (reply.event === 'handled') this.#waitingChars -= reply.chars;
    else if (reply.event === 'written') this.#files = reply.files;
    else this.#error ??= new ThreadError(reply.fault);
    this.#wake();
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') endOutOfMemory();
    this.#error ??= error;
    this.#wake();
  }

  /** A line of the stored document with a part. */
  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#lineChars += line.length;
    if (this.#lineChars < batchCharsMin) return;
    this.#send();
    await this.#until(() => this.#waitingChars <= waitingCharsMax);
  }

  #send(): void {
    if (this.#lines.length === 0) return;
    this.#thread.postMessage(this.#lines satisfies ThreadMessage);
    this.#waitingChars += this.#lineChars;
    this.#lines = [];
    this.#lineChars = 0;
  }

  /** Lets replies in once, also if nothing is to be waited for. */
  async #until(isDone: () => boolean): Promise<void> {
    await new Promise(setImmediate);
    while (!this.#error && !isDone()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error;
  }

  async finish(): Promise<WrittenOutputs> {
    this.#send();
    this.#thread.postMessage([] satisfies ThreadMessage);
    await this.#until(() => this.#files !== null);
    return this.#files as WrittenOutputs;
  }

  async close(): Promise<void> {
    this.#thread.removeAllListeners();
    await this.#thread.terminate();
  }
}

/** As V8 does it where the heap of the process itself is exhausted. */
function endOutOfMemory(): never {
  writeSync(2, 'heap out of memory in a thread\n');
  process.abort();
}
