/** Renews the lease of outputs that are being written, and stops the writing when the lease is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputWrite, OutputWriteStore } from '../ports/output-writes.ts';

export const writeLeaseMs = 30_000;
/** Also how long the deletion of a job may have to wait for a request that writes outputs. */
const renewEveryMs = 1_000;

export type WriteLease = AsyncDisposable & {
  /** Aborted when the lease is lost, the job is being deleted, or `stop` is aborted. */
  readonly signal: AbortSignal;
};

/** Dispose it before the lease is ended, so that nothing renews it afterwards. */
export function keepWriteLease(
  writes: Pick<OutputWriteStore, 'renew'>,
  write: OutputWrite,
  stop: AbortSignal,
): WriteLease {
  const lost = new AbortController();
  const ended = new AbortController();
  const lose = () => lost.abort(new Error('the lease of the outputs was lost'));

  async function renewUntilEnded(): Promise<void> {
    let renewedAt = performance.now();
    while (!ended.signal.aborted) {
      await sleep(renewEveryMs, null, { signal: ended.signal });
      const askedAt = performance.now();
      // While the database is unavailable, the lease lasts as long as it was granted for.
      const isHeld = await writes.renew(write, writeLeaseMs).catch(() => null);
      if (isHeld) renewedAt = askedAt;
      if (isHeld === false || performance.now() - renewedAt > writeLeaseMs) return lose();
    }
  }

  const running = renewUntilEnded().catch(() => {});
  return {
    signal: AbortSignal.any([stop, lost.signal]),
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await running;
    },
  };
}
