/** A page that is visited while the service is away comes when it is back. */
import { expect, it, vi } from 'vitest';
import { loadChunk, onChunkLoadFailed } from './load-chunk.ts';

const lost = new TypeError('Failed to fetch dynamically imported module');

it('code that nobody sends is asked for until somebody does, and said to be lost', async () => {
  const told = vi.fn();
  const stop = onChunkLoadFailed(told);
  const load = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('code');
  expect(await loadChunk(load, { isReachable: async () => false, intervalMs: 1 })).toBe('code');
  stop();
  expect(load).toHaveBeenCalledTimes(3);
  expect(told).toHaveBeenCalledTimes(2);
});

it('code that a service which answers does not have is an error at once', async () => {
  const load = vi.fn().mockRejectedValue(lost);
  await expect(loadChunk(load, { isReachable: async () => true, intervalMs: 1 })).rejects.toBe(lost);
  expect(load).toHaveBeenCalledTimes(1);
});
