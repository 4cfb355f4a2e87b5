import { describe, expect, it } from 'vitest';
import { hashRawKey, isRawKey, keyPrefixOf, newRawKey, readKeyName } from './api-key.ts';

describe('an API key', () => {
  it('is the service prefix and 40 random hex characters', () => {
    const keys = Array.from({ length: 100 }, () => newRawKey());
    expect(keys.every((key) => /^oct_[0-9a-f]{40}$/.test(key) && isRawKey(key))).toBe(true);
    expect(new Set(keys).size).toBe(100);
  });

  it('shows the service prefix and its first 8 characters', () => {
    const key = newRawKey(Buffer.from('0123456789abcdef0123456789abcdef', 'hex'));
    expect(keyPrefixOf(key)).toBe('oct_01234567');
  });

  it('has a checksum that detects any single mistyped character without a lookup', () => {
    const key = newRawKey();
    for (let at = 4; at < key.length; at += 1) {
      const other = key[at] === '0' ? '1' : '0';
      expect(isRawKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    '',
    'oct_',
    `oct_${'0'.repeat(40)}`,
    `OCT_${'a'.repeat(40)}`,
    `${newRawKey()} `,
    newRawKey().toUpperCase(),
  ])('is not %j', (text) => {
    expect(isRawKey(text)).toBe(false);
  });

  it('is stored as a SHA-256 hash', () => {
    const key = newRawKey();
    expect(hashRawKey(key)).toHaveLength(32);
    expect(hashRawKey(key)).toEqual(hashRawKey(key));
  });
});

describe('the name of an API key', () => {
  it.each([
    ['  build server\n', 'build server'],
    ['a\tb', 'a\tb'],
    ['😀', '😀'],
    ['\u200bx', '\u200bx'],
  ])('%j is read as %j', (text, name) => {
    expect(readKeyName(text)).toBe(name);
  });

  it.each([' ', ' \t\r\n', '\u00a0', '\u200b\ufeff', '\u2028'])('cannot be invisible: %j', (text) => {
    expect(readKeyName(text)).toBeNull();
  });
});
