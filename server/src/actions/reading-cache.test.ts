import type { IndexLayout } from '@octavo/document/reading/index-format.ts';
import { expect, it } from 'vitest';
import { ReadingCache } from './reading-cache.ts';

const layout = (name: string) => ({ blocks: [], texts: [], directory: { name } }) as unknown as IndexLayout;
const keptOf = (cache: ReadingCache, names: string) => [...names].filter((name) => cache.get(name)).join('');

it('returns the layout of a file, and null for other files', () => {
  const cache = new ReadingCache();
  const stored = layout('a');
  cache.set('a', stored, 10);
  expect(cache.get('a')).toBe(stored);
  expect(cache.get('b')).toBeNull();
});

it('removes what was used longest ago, and only as much as it must', () => {
  const cache = new ReadingCache(100);
  for (const name of 'abcd') cache.set(name, layout(name), 25);
  expect(keptOf(cache, 'bcda')).toBe('bcda');
  cache.set('e', layout('e'), 25);
  expect(keptOf(cache, 'abcde')).toBe('acde');
  cache.set('f', layout('f'), 50);
  expect(keptOf(cache, 'acdef')).toBe('def');
});

it('counts a file that is set again once', () => {
  const cache = new ReadingCache(100);
  cache.set('a', layout('a'), 40);
  const renewed = layout('a');
  cache.set('a', renewed, 50);
  cache.set('b', layout('b'), 50);
  expect(cache.get('a')).toBe(renewed);
  expect(keptOf(cache, 'ab')).toBe('ab');
});

it('does not keep a layout that would take more than half of the room, nor an older one of the same file', () => {
  const cache = new ReadingCache(100);
  cache.set('a', layout('a'), 50);
  cache.set('b', layout('b'), 51);
  expect(keptOf(cache, 'ab')).toBe('a');
  cache.set('a', layout('a'), 51);
  expect(keptOf(cache, 'ab')).toBe('');
});
