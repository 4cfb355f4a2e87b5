/** The lease of outputs that are being written: renewed, and given up when it is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepWriteLease } from '../../src/actions/keep-write-lease.ts';

const write = { id: 'w', job: { id: 'j', accountId: 'a' } };
const running = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Vitest does not fake `timers/promises`. */
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      setTimeout(resolve, ms);
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
}));

describe('keepWriteLease', () => {
  it('renews until it is disposed', async () => {
    const renew = vi.fn(async () => true);
    const lease = keepWriteLease({ renew }, write, running);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lease.signal.aborted).toBe(false);
    const { length } = renew.mock.calls;
    expect(length).toBeGreaterThan(10);
    await lease[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renew.mock.calls).toHaveLength(length);
  });

  it('stops the writing when the lease was lost or the job is being deleted', async () => {
    const lease = keepWriteLease({ renew: async () => false }, write, running);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lease.signal.aborted).toBe(true);
    await lease[Symbol.asyncDispose]();
  });

  it('keeps the lease while the database is unavailable, for as long as it was granted', async () => {
    const renew = async () => {
      throw new Error('the database is unavailable');
    };
    const lease = keepWriteLease({ renew }, write, running);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(lease.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lease.signal.aborted).toBe(true);
    await lease[Symbol.asyncDispose]();
  });

  it('stops when the request does', async () => {
    const gone = new AbortController();
    const lease = keepWriteLease({ renew: async () => true }, write, gone.signal);
    gone.abort();
    expect(lease.signal.aborted).toBe(true);
    await lease[Symbol.asyncDispose]();
  });
});
