import { describe, expect, it } from 'vitest';
import { accountHoldingAllSlots, accountsAtShare, fetchSize } from './fair-share.ts';

const holders = (...accounts: (string | null)[]) => accounts.map((accountId) => ({ accountId }));

describe('the fair share of an account', () => {
  it.each([
    [1, ['a'], ['a']],
    [2, ['a'], ['a']],
    [4, ['a', 'a'], []],
    [4, ['a', 'a', 'a'], ['a']],
    [4, ['a', 'a', 'b'], []],
    [2, ['a', 'b'], ['a', 'b']],
    [3, [null, null], []],
  ] as const)('with %i slots and %j running is reached by %j', (slots, at, reached) => {
    expect(accountsAtShare(slots, holders(...at))).toEqual(reached);
  });

  it.each([
    [1, [], 1, 1],
    [2, [], 2, 1],
    [4, [], 4, 3],
    [4, ['a'], 3, 2],
    [4, ['a', 'b'], 2, 2],
    [4, ['a', 'a', 'a'], 1, 1],
    [4, [null], 3, 3],
  ] as const)('with %i slots, %j running and %i free fetches %i tasks at once', (slots, at, free, size) => {
    expect(fetchSize(slots, holders(...at), free)).toBe(size);
  });

  it.each([
    [2, ['a', 'a'], 'a'],
    [2, ['a', 'b'], null],
    [2, ['a'], null],
    [1, ['a'], null],
    [2, [null, null], null],
    [2, [], null],
  ] as const)('with %i slots used by %j, the only account is %s', (slots, at, only) => {
    expect(accountHoldingAllSlots(slots, holders(...at))).toBe(only);
  });
});
