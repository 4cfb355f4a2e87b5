/** A page that is visited while the service is away comes when it is back. */
import { expect, it, vi } from 'vitest';
import { fetchCode, onCodeLost } from './fetch-code.ts';

const lost = new TypeError('Failed to fetch dynamically imported module');

it('code that nobody sends is asked for until somebody does, and said to be lost', async () => {
  const told = vi.fn();
  const stop = onCodeLost(told);
  const load = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('code');
  expect(await fetchCode(load, { isThere: async () => false, againMs: 1 })).toBe('code');
  stop();
  expect(load).toHaveBeenCalledTimes(3);
  expect(told).toHaveBeenCalledTimes(2);
});

it('code that a service which answers does not have is an error at once', async () => {
  const load = vi.fn().mockRejectedValue(lost);
  await expect(fetchCode(load, { isThere: async () => true, againMs: 1 })).rejects.toBe(lost);
  expect(load).toHaveBeenCalledTimes(1);
});
