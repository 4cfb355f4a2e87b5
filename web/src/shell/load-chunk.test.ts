/** A page visited while the server is unreachable loads when it is back. */
import { expect, it, vi } from 'vitest';
import { loadChunk, onChunkLoadFailed } from './load-chunk.ts';

const lost = new TypeError('Failed to fetch dynamically imported module');

it('code is requested until the server is reachable again, and listeners are notified', async () => {
  const listener = vi.fn();
  const stop = onChunkLoadFailed(listener);
  const load = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('code');
  expect(await loadChunk(load, { isReachable: async () => false, intervalMs: 1 })).toBe('code');
  stop();
  expect(load).toHaveBeenCalledTimes(3);
  expect(listener).toHaveBeenCalledTimes(2);
});

it('code that a reachable server does not have is an error at once', async () => {
  const load = vi.fn().mockRejectedValue(lost);
  await expect(loadChunk(load, { isReachable: async () => true, intervalMs: 1 })).rejects.toBe(lost);
  expect(load).toHaveBeenCalledTimes(1);
});
