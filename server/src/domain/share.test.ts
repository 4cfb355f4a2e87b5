/** Tokens of share links, the blocks they can name, and their end. */
import { expect, it } from 'vitest';
import { hashShareToken, isShareToken, kidOfRef, newShareToken, shareEnd } from './share.ts';

it('a token has 256 random bits in characters that need no escaping in a URL', () => {
  const token = newShareToken();
  expect(token).toMatch(/^shr_[A-Za-z0-9_-]{43}$/);
  expect(isShareToken(token)).toBe(true);
  expect(newShareToken()).not.toBe(token);
  expect(newShareToken(Buffer.alloc(32))).toBe(`shr_${'A'.repeat(43)}`);
});

it.each(['', 'shr_', 'oct_0000', `shr_${'A'.repeat(42)}`, `shr_${'A'.repeat(44)}`, ` shr_${'A'.repeat(43)}`])(
  'is not a token: %j',
  (text) => {
    expect(isShareToken(text)).toBe(false);
  },
);

it('only a hash of the token is stored', () => {
  const token = newShareToken();
  expect(hashShareToken(token)).toHaveLength(32);
  expect(hashShareToken(token).equals(hashShareToken(token))).toBe(true);
  expect(hashShareToken(newShareToken()).equals(hashShareToken(token))).toBe(false);
});

it('names blocks at the top level of the document', () => {
  expect([kidOfRef('/kids/0'), kidOfRef('/kids/40')]).toEqual([0, 40]);
  for (const ref of [
    '',
    '/kids',
    '/kids/',
    '/kids/01',
    '/kids/1/kids/0',
    '/kids/-1',
    '/kids/1e3',
    'kids/1',
  ]) {
    expect(kidOfRef(ref), ref).toBeNull();
  }
});

it('a link does not outlive its job', () => {
  const [early, late] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-30T00:00:00Z')];
  expect(shareEnd({ expiresAt: late }, { expiresAt: null })).toEqual(late);
  expect(shareEnd({ expiresAt: late }, { expiresAt: early })).toEqual(early);
  expect(shareEnd({ expiresAt: early }, { expiresAt: late })).toEqual(early);
});
