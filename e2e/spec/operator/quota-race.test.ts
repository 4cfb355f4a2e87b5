/** The short form of the quota race: a few rounds on every plan; `npm run test:e2e -- --runs` has the long one. */

import type { Tier } from '@octavo/testkit/service-under-test/context.ts';
import { describe, expect, it } from 'vitest';
import { perfectRound, race } from '../../runs/quota-race.ts';

const parallel = 40;
const rounds = 5;

describe.each<Tier>(['free', 'pro', 'business'])('%s: 40 submits at once on two nodes, 5 rounds', (tier) => {
  it('accepts exactly as many as the plan allows, and the counters are exact', async () => {
    const result = await race(tier, rounds, parallel);
    const wanted = { ...perfectRound(tier, parallel), busy: 0 };
    expect(result.rounds).toEqual(Array.from({ length: rounds }, () => wanted));
  });
});
