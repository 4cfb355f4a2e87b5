/** One writer process: starts, reports ready, handles one document at a time, stops. */
import { type Command, type Exit, startCommand } from '../processes/command.ts';
import {
  type AnyWriterRequest,
  decodeMessage,
  replyBytesMax,
  type WriterCompareRequest,
  type WriterLayOutRequest,
  type WriterMessage,
  type WriterReply,
  type WriterRequest,
} from './message.ts';
import type { WriterSettings } from './settings.ts';

/** `protocol`: it printed too much, or an invalid message. */
export type KillReason = 'timeout' | 'cancelled' | 'protocol';

export type WriterResult =
  | WriterReply
  | { readonly event: 'killed'; readonly why: KillReason }
  | { readonly event: 'died'; readonly exit: Exit };

/** What is sent, without the fields that its process knows. */
export type SentRequest<Known extends keyof AnyWriterRequest> =
  | Omit<WriterRequest, Known>
  | Omit<WriterCompareRequest, Known>
  | Omit<WriterLayOutRequest, Known>;

export type SendOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

export class WriterProcess {
  readonly #command: Command;
  #listener: (message: WriterMessage) => void = () => {};
  #ended = false;
  #killedFor: KillReason | null = null;
  #documents = 0;

  private constructor(argv: readonly string[], pagesMax: number) {
    const lineBytesMax = replyBytesMax(pagesMax);
    this.#command = startCommand({
      argv,
      stdout: { lineBytesMax, totalBytesMax: 2 * lineBytesMax },
      onLine: (line) => this.#read(line),
      onOverflow: () => this.#kill('protocol'),
    });
    void this.#command.exit.then(() => {
      this.#ended = true;
    });
  }

  static async start(
    settings: WriterSettings,
    argv: readonly string[],
    signal: AbortSignal,
  ): Promise<WriterProcess> {
    const started = new WriterProcess(argv, settings.pagesMax);
    const ready = new Promise<true>((resolve) => {
      started.#listener = (message) => {
        if (message.event === 'ready') resolve(true);
      };
    });
    const release = started.#limit({ timeoutMs: settings.startTimeoutMs, signal });
    const result = await Promise.race([ready, started.#command.exit]);
    release();
    if (result === true && started.healthy) return started;
    await started.stop();
    const { code, signal: by, stderr } = await started.#command.exit;
    const how = started.#killedFor ?? code ?? by;
    throw new Error(`The writer process did not start (exit ${how}): ${stderr.trim()}`);
  }

  get pid(): number {
    return this.#command.pid;
  }

  get documents(): number {
    return this.#documents;
  }

  get healthy(): boolean {
    return !this.#ended && this.#killedFor === null;
  }

  #read(line: string): void {
    const message = decodeMessage(line);
    if (message) this.#listener(message);
    else this.#kill('protocol');
  }

  /** The first reason is kept. */
  #kill(why: KillReason): void {
    this.#killedFor ??= why;
    this.#command.kill();
  }

  async send(request: SentRequest<'id'>, options: SendOptions): Promise<WriterResult> {
    this.#documents += 1;
    const id = this.#documents;
    const replied = new Promise<WriterReply>((resolve) => {
      this.#listener = (message) => {
        if (message.event !== 'ready' && message.id === id) resolve(message);
      };
    });
    const release = this.#limit(options);
    this.#command.send(JSON.stringify({ ...request, id }));
    const result = await Promise.race([replied, this.#command.exit]);
    release();
    if (this.#killedFor !== null) {
      await this.#command.exit;
      return { event: 'killed', why: this.#killedFor };
    }
    return 'event' in result ? result : { event: 'died', exit: result };
  }

  #limit({ timeoutMs, signal }: SendOptions): () => void {
    const onAbort = () => this.#kill('cancelled');
    const timer = setTimeout(() => this.#kill('timeout'), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  }

  async stop(): Promise<void> {
    this.#command.kill();
    await this.#command.exit;
  }
}
