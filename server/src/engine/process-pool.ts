/** A pool of slots: shares them fairly, always takes them back, and replaces old, tainted or dead processes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolName, PoolRefusal, PoolUse } from '../ports/engine.ts';
import { FairQueue } from './fair-queue.ts';
import type { ProcessLimits } from './settings.ts';
import { type LaunchContext, Slot } from './slot.ts';

export type RunOptions = {
  /** The account whose share is counted; a request without one counts as its own. */
  readonly account?: string | undefined;
  /** How long to wait for a slot. Without it, as long as any slot works. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type RunResult<T> =
  | { readonly kind: 'ran'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: PoolRefusal };

type Grant = Slot | PoolRefusal;

/** A failed start is repeated after one second, then two, and so on up to this. */
const restartPauseMsMax = 10_000;
/** While no process starts, a request without its own limit is refused after this and one more attempt. */
const withoutProcessMsMax = 60_000;
/** Cancelled work ends sooner; after this the processes are killed. */
const closeTimeoutMs = 10_000;

export class ProcessPool {
  readonly #name: PoolName;
  readonly #context: LaunchContext;
  readonly #slots: Slot[] = [];
  readonly #free: Slot[] = [];
  readonly #queue = new FairQueue<Grant>();
  /** Slots whose last start failed. */
  readonly #broken = new Set<Slot>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #restarts = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #requests = 0;

  constructor(name: PoolName, context: LaunchContext) {
    this.#name = name;
    this.#context = context;
  }

  /** Resolves when every slot has a ready process. */
  async start(count: number, limits: ProcessLimits): Promise<void> {
    for (let n = 1; n <= count; n += 1) {
      this.#slots.push(await Slot.create(this.#context, `${this.#name}${n}`, limits));
    }
    await Promise.all(this.#slots.map((slot) => slot.start(this.#closing.signal)));
    this.#free.push(...this.#slots);
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  use(): PoolUse {
    return {
      slots: this.#slots.length,
      busy: this.#running.size,
      restarting: this.#restarts.size,
      waiting: this.#queue.size,
    };
  }

  /** Runs `work` in a slot. The slot is always returned, even if `work` throws or the process dies. */
  async run<T>(work: (slot: Slot) => Promise<T>, options: RunOptions): Promise<RunResult<T>> {
    const { metrics } = this.#context.settings;
    const account = options.account ?? `request ${this.#requests++}`;
    const requestedAtMs = performance.now();
    const granted = await this.#acquire(account, options);
    metrics.waited(this.#name, (performance.now() - requestedAtMs) / 1_000);
    if (typeof granted === 'string') {
      metrics.refused(this.#name, granted);
      return { kind: 'refused', why: granted };
    }
    const working = work(granted);
    // The caller does not wait until the slot has been cleaned; the next one does.
    void this.#tracked(this.#running, this.#takeBackAfter(working, granted, account));
    return { kind: 'ran', value: await working };
  }

  async #takeBackAfter(working: Promise<unknown>, slot: Slot, account: string): Promise<void> {
    try {
      await working;
    } catch {
      // Reported to the caller.
    }
    await this.#takeBack(slot, account);
  }

  async #tracked<T>(group: Set<Promise<unknown>>, promise: Promise<T>): Promise<T> {
    group.add(promise);
    try {
      return await promise;
    } finally {
      group.delete(promise);
    }
  }

  /** One account never gets all slots, so that its slow documents leave one for others. */
  get #shareMax(): number {
    return Math.max(1, this.#slots.length - 1);
  }

  async #acquire(account: string, { waitMs, signal }: RunOptions): Promise<Grant> {
    if (this.#slots.length === 0) {
      return 'no_slots';
    }
    if (this.#closing.signal.aborted || signal?.aborted) {
      return 'cancelled';
    }
    if (this.#queue.underWay(account) >= this.#context.settings.underWayPerAccountMax) {
      return 'account_limit';
    }
    const { promise, resolve } = Promise.withResolvers<Grant>();
    const waiter = { account, since: performance.now(), grant: resolve };
    const refuse = (why: PoolRefusal) => {
      this.#queue.remove(waiter);
      resolve(why);
    };
    const onAbort = () => refuse('cancelled');
    const onTimeout = () => refuse(this.#queue.held(account) >= this.#shareMax ? 'account_limit' : 'busy');
    const timer = waitMs === undefined ? undefined : setTimeout(onTimeout, waitMs);
    signal?.addEventListener('abort', onAbort);
    this.#queue.add(waiter);
    this.#dispatch();
    const granted = await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return granted;
  }

  #dispatch(): void {
    while (this.#free.length > 0) {
      const next = this.#queue.next(this.#shareMax);
      const slot = next && this.#free.shift();
      if (!slot) {
        return;
      }
      next.grant(slot);
    }
  }

  /** Never throws: a slot that cannot be cleaned is restarted in the background. */
  async #takeBack(slot: Slot, account: string): Promise<void> {
    if (!slot.isReusable()) {
      void this.#tracked(this.#restarts, this.#restart(slot, account));
      return;
    }
    // Before the answer: the next request of the account may come while the slot is being emptied.
    this.#queue.release(account);
    try {
      await slot.empty();
    } catch (error) {
      this.#log('slot_not_emptied', slot, error);
      void this.#tracked(this.#restarts, this.#restart(slot, null));
      return;
    }
    this.#free.push(slot);
    this.#dispatch();
  }

  /** Repeats until a process starts. The slot counts towards the account's share until the first attempt has ended. */
  async #restart(slot: Slot, account: string | null): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const failure = await slot.renew(signal).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (attempt === 1 && account !== null) {
        this.#queue.release(account);
      }
      this.#context.settings.metrics.restarted(this.#name, failure === null);
      if (!failure) {
        this.#broken.delete(slot);
        this.#free.push(slot);
        this.#dispatch();
        return;
      }
      this.#log('engine_start_failed', slot, failure.error);
      this.#broken.add(slot);
      this.#refuseIfNoneStarts();
      this.#dispatch();
      await pause(Math.min(restartPauseMsMax, 500 * 2 ** attempt), null, { signal }).catch(() => {});
    }
  }

  #refuseIfNoneStarts(): void {
    if (this.#broken.size < this.#slots.length) {
      return;
    }
    for (const waiter of this.#queue.drain(performance.now() - withoutProcessMsMax)) {
      waiter.grant('no_process');
    }
  }

  #log(event: string, slot: Slot, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#context.settings.log('error', event, { slot: slot.name, reason });
  }

  /** Waits for running work, which the caller has cancelled before. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const waiter of this.#queue.drain()) {
      waiter.grant('cancelled');
    }
    await settled(this.#running);
    await settled(this.#restarts);
    await Promise.all(
      this.#slots.map((slot) =>
        slot.remove().catch((error: unknown) => this.#log('slot_left_behind', slot, error)),
      ),
    );
  }
}

async function settled(group: ReadonlySet<Promise<unknown>>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, closeTimeoutMs);
  await Promise.race([Promise.allSettled(group), late]);
  clearTimeout(timer);
}
