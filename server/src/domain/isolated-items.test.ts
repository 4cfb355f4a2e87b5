/** Bad items of a periodic step cost time of their own, never the turn of the others. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isolatedItems } from './isolated-items.ts';

const roundMs = 2_000;
const batchMax = 100;

/** Bad items are the oldest, so a query returns them first. */
function startRounds(bad: number, work: (id: string) => Promise<boolean | 'later'>) {
  const waiting = new Set([
    ...Array.from({ length: bad }, (_, index) => `bad-${index}`),
    ...Array.from({ length: 20 }, (_, index) => `good-${index}`),
  ]);
  const reported: string[] = [];
  const items = isolatedItems((id) => reported.push(id));
  const round = async () => {
    const except = new Set(items.except());
    const batch = [...waiting].filter((id) => !except.has(id)).slice(0, batchMax);
    await items.each(
      batch.map((id) => ({ id })),
      async ({ id }) => {
        const result = await work(id);
        if (result === true) waiting.delete(id);
        return result;
      },
    );
    vi.advanceTimersByTime(roundMs);
  };
  return { round, reported, goodLeft: () => [...waiting].filter((id) => id.startsWith('good')).length };
}

const failing = async (id: string) => {
  if (id.startsWith('bad')) throw new Error('cannot be removed');
  return true;
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('isolated items', () => {
  it.each([1, 60, 300])('processes every good item behind %i that always fail', async (bad) => {
    const { round, goodLeft } = startRounds(bad, failing);
    for (let rounds = 0; rounds < bad / 3 + 2; rounds += 1) await round();
    expect(goodLeft()).toBe(0);
  });

  it('processes a new item in the next round once the bad ones are known', async () => {
    const items = isolatedItems(() => {});
    const bad = Array.from({ length: 45 }, (_, index) => ({ id: `bad-${index}` }));
    const workOn = ({ id }: { id: string }) => failing(id);
    for (let rounds = 0; rounds < 15; rounds += 1) {
      const except = new Set(items.except());
      await items.each(
        bad.filter(({ id }) => !except.has(id)),
        workOn,
      );
    }
    vi.advanceTimersByTime(60_000);
    expect(await items.each([...bad, { id: 'new' }], workOn)).toBe(1);
  });

  it('skips an item for later without reporting it, and returns to it', async () => {
    const work = async (id: string) => (id.startsWith('bad') ? 'later' : true);
    const { round, reported, goodLeft } = startRounds(500, work);
    for (let rounds = 0; rounds < 8; rounds += 1) await round();
    expect([goodLeft(), reported]).toEqual([0, []]);
    const items = isolatedItems(() => {});
    await items.each([{ id: 'bad' }], async () => 'later');
    expect(items.except()).toEqual(['bad']);
    vi.advanceTimersByTime(5_000);
    expect(items.except()).toEqual([]);
  });

  it('ends a round after three failures in a row, because that is an outage', async () => {
    const items = isolatedItems(() => {});
    const tried: string[] = [];
    const all = Array.from({ length: 10 }, (_, index) => ({ id: String(index) }));
    await items.each(all, ({ id }) => {
      tried.push(id);
      return Promise.reject(new Error('no storage'));
    });
    expect(tried).toEqual(['0', '1', '2']);
  });
});
