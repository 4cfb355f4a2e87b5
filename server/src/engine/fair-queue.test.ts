/** Slots are assigned round-robin across accounts, and one account never gets all of them. */
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function queueOf(...accounts: string[]) {
  const queue = new FairQueue<null>();
  for (const [since, account] of accounts.entries()) queue.add({ account, since, grant: () => {} });
  return queue;
}

const served = (queue: FairQueue<null>, shareMax: number, times: number) =>
  Array.from({ length: times }, () => {
    const waiter = queue.next(shareMax);
    return waiter && `${waiter.account}${waiter.since}`;
  });

describe('the fair queue', () => {
  it('alternates between accounts and keeps the order of arrival within an account', () => {
    const queue = queueOf('a', 'a', 'a', 'b', 'b', 'c');
    const order: string[] = [];
    for (let waiter = queue.next(1); waiter; waiter = queue.next(1)) {
      order.push(`${waiter.account}${waiter.since}`);
      queue.release(waiter.account);
    }
    expect(order).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2']);
  });

  it('prefers the account with the fewest slots', () => {
    const queue = queueOf('a', 'a', 'b');
    expect(served(queue, 9, 3)).toEqual(['a0', 'b2', 'a1']);
  });

  it('returns null while every waiting account has its full share', () => {
    const queue = queueOf('a', 'a', 'a');
    expect(served(queue, 2, 3)).toEqual(['a0', 'a1', null]);
    queue.release('a');
    expect(served(queue, 2, 2)).toEqual(['a2', null]);
  });
});

it('counts running and waiting requests of an account, without cancelled ones', () => {
  const queue = queueOf('a', 'a');
  const late = { account: 'a', since: 9, grant: () => {} };
  queue.add(late);
  queue.next(1);
  expect([queue.size, queue.held('a'), queue.underWay('a')]).toEqual([2, 1, 3]);
  queue.remove(late);
  queue.remove(late);
  expect([queue.size, queue.underWay('a')]).toEqual([1, 2]);
});

it('removes requests that have waited too long and keeps the others', () => {
  const queue = queueOf('a', 'b', 'a');
  expect(queue.drain(1).map(({ since }) => since)).toEqual([0, 1]);
  expect(queue.size).toBe(1);
  expect(queue.drain()).toHaveLength(1);
});
