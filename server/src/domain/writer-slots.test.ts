/** Writer slots: shared, bounded, and released. */
import { describe, expect, it } from 'vitest';
import { type NoSlot, WriterSlots } from './writer-slots.ts';

const open = new AbortController().signal;

function slotOf(result: Disposable | NoSlot): Disposable {
  if (typeof result === 'string') throw new Error(`expected a slot, got ${result}`);
  return result;
}

describe('WriterSlots', () => {
  it('leaves one slot for other accounts', async () => {
    const slots = new WriterSlots(2);
    const first = slotOf(await slots.acquire('ada', 10, open));
    expect(await slots.acquire('ada', 10, open)).toBe('account');
    slotOf(await slots.acquire('bob', 10, open));
    expect(await slots.acquire('cyd', 10, open)).toBe('service');
    first[Symbol.dispose]();
    slotOf(await slots.acquire('cyd', 10, open));
  });

  it('gives a released slot to the first request that may have it', async () => {
    const slots = new WriterSlots(2);
    const ada = slotOf(await slots.acquire('ada', 10, open));
    const bob = slotOf(await slots.acquire('bob', 10, open));
    const order: string[] = [];
    const wait = async (account: string) => {
      const slot = slotOf(await slots.acquire(account, 5_000, open));
      order.push(account);
      return slot;
    };
    const [third, fourth] = [wait('ada'), wait('cyd')];
    bob[Symbol.dispose]();
    const cyd = await fourth;
    ada[Symbol.dispose]();
    await third;
    cyd[Symbol.dispose]();
    expect(order).toEqual(['cyd', 'ada']);
  });

  it('stops waiting when it is cancelled, and then gives the slot to the next', async () => {
    const slots = new WriterSlots(1);
    const held = slotOf(await slots.acquire('ada', 10, open));
    const cancelled = new AbortController();
    const waiting = slots.acquire('bob', 5_000, cancelled.signal);
    const next = slots.acquire('cyd', 5_000, open);
    cancelled.abort();
    expect(await waiting).toBe('cancelled');
    expect(await slots.acquire('bob', 5_000, cancelled.signal)).toBe('cancelled');
    held[Symbol.dispose]();
    slotOf(await next);
  });
});
