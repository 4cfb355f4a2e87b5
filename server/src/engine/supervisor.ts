/** Hands out slots, one document each, in the order of asking; and replaces processes that are old, tainted or dead. */
import type { Ending } from './process.ts';
import type { ProcessLimits } from './settings.ts';
import { type Ground, Slot } from './slot.ts';

export class Supervisor {
  readonly #ground: Ground;
  readonly #slots: Slot[] = [];
  readonly #free: Slot[] = [];
  readonly #waiting: ((slot: Slot | null) => void)[] = [];
  #closed = false;
  #whenIdle: (() => void) | null = null;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Returns when every slot has a process that is ready. */
  async start(kind: string, count: number, limits: ProcessLimits): Promise<void> {
    for (let n = 1; n <= count; n += 1) {
      const slot = await Slot.create(this.#ground, `${kind}${n}`, limits);
      this.#slots.push(slot);
      this.#free.push(slot);
    }
    await Promise.all(this.#slots.map((slot) => slot.process()));
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  /** Null when the wait was given up or the supervisor is closed. */
  async acquire(signal?: AbortSignal): Promise<Slot | null> {
    if (this.#closed || signal?.aborted) {
      return null;
    }
    const slot = this.#free.shift();
    return slot ?? this.#wait(signal);
  }

  #wait(signal?: AbortSignal): Promise<Slot | null> {
    return new Promise((resolve) => {
      const settle = (slot: Slot | null) => {
        signal?.removeEventListener('abort', giveUp);
        resolve(slot);
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(settle), 1);
        settle(null);
      };
      signal?.addEventListener('abort', giveUp);
      this.#waiting.push(settle);
    });
  }

  /** Takes a slot back; where the process must go, the next one starts before the slot is handed out again. */
  async release(slot: Slot, ending: Ending | null): Promise<void> {
    await slot.empty();
    if (await this.#mustRecycle(slot, ending)) {
      void this.#recycle(slot);
      return;
    }
    this.#handOn(slot);
  }

  async #mustRecycle(slot: Slot, ending: Ending | null): Promise<boolean> {
    if (ending?.kind !== 'reply') {
      return true;
    }
    const { tainted, temp_wiped } = ending.reply;
    const documents = (await slot.process()).documents;
    return tainted === true || temp_wiped !== true || documents >= this.#ground.settings.documentsPerProcess;
  }

  async #recycle(slot: Slot): Promise<void> {
    await slot.dropProcess();
    if (!this.#closed) {
      await slot.process().catch((error: Error) => {
        this.#ground.settings.log('error', 'engine_start_failed', { slot: slot.name, reason: error.message });
      });
    }
    this.#handOn(slot);
  }

  #handOn(slot: Slot): void {
    const next = this.#waiting.shift();
    if (next) {
      next(slot);
      return;
    }
    this.#free.push(slot);
    if (this.#free.length === this.#slots.length) {
      this.#whenIdle?.();
    }
  }

  /** Waits for the documents in work: whoever closes has cancelled them before. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) {
      waiting(null);
    }
    if (this.#free.length < this.#slots.length) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await Promise.all(this.#slots.map((slot) => slot.remove()));
  }
}
