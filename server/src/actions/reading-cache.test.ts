import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createReadingCache } from './reading-cache.ts';

const keptOf = ({ texts }: ReturnType<typeof createReadingCache>, names: string) =>
  [...names].filter((name) => texts.get(name)).join('');

it('removes what was used longest ago when there is too much', () => {
  const cache = createReadingCache(100);
  for (const name of 'abcd') cache.texts.set(name, name, { size: 25 });
  expect(keptOf(cache, 'bcda')).toBe('bcda');
  cache.texts.set('e', 'e', { size: 25 });
  expect(keptOf(cache, 'abcde')).toBe('acde');
});

it('does not keep what would take more than half of the room', () => {
  const cache = createReadingCache(100);
  cache.texts.set('a', 'a', { size: 51 });
  cache.texts.set('b', 'b', { size: 50 });
  expect(keptOf(cache, 'ab')).toBe('b');
});

it('removes by itself what was not used for some time', async () => {
  const cache = createReadingCache(100, 30);
  cache.texts.set('a', 'a', { size: 10 });
  expect(cache.texts.size).toBe(1);
  await sleep(100);
  expect(cache.texts.size).toBe(0);
});
