/** 200 parallel submits × 50 rounds × 3 plans against two API processes. */

import { printFigures } from '@octavo/testkit/runner/figures.ts';
import type { Tier } from '@octavo/testkit/service-under-test/context.ts';
import { describe, expect, it } from 'vitest';
import { perfectRound, race } from './quota-race.ts';

const parallel = 200;
const rounds = Number(process.env['OCTAVO_E2E_ROUNDS'] || 50);

describe.each<Tier>(['free', 'pro', 'business'])('%s: 200 submits at once, round after round', (tier) => {
  it('accepts exactly as many as the plan allows, and the counters are exact', async () => {
    const result = await race(tier, rounds, parallel);
    const wanted = JSON.stringify(perfectRound(tier, parallel));
    const wrong = result.rounds.filter(({ busy: _, ...round }) => JSON.stringify(round) !== wanted);
    printFigures(`quota race, ${tier}`, {
      rounds,
      parallel,
      accepted: result.rounds.reduce((sum, { accepted }) => sum + accepted, 0),
      refused: result.rounds.reduce((sum, { refused }) => sum + refused, 0),
      'of these 503': result.rounds.reduce((sum, { busy }) => sum + busy, 0),
      'rounds that differ': wrong.length,
      seconds: Math.round(result.tookMs / 1000),
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(result.usage).toMatchObject({ pages_charged: 0, pages_reserved: 0, active_jobs: 0 });
  });
});
