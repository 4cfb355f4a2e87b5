/** The same seed gives the same numbers. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draws = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 50 }, () => random.below(1_000));
};

describe('chance', () => {
  it('repeats itself by its seed, and by nothing else', () => {
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  it('forks into streams that do not depend on what was drawn before', () => {
    const [used, fresh] = [seededRandom(7), seededRandom(7)];
    used.next();
    expect(used.fork('kills').next()).toBe(fresh.fork('kills').next());
    expect(fresh.fork('kills').next()).not.toBe(fresh.fork('load').next());
  });

  it('is spread over its whole range', () => {
    const random = seededRandom(3);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const at = random.below(10);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(850);
  });
});
