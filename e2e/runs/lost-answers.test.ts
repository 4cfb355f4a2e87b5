/** 500 submits, each answer lost with probability 0.3 and repeated: as many jobs as keys, each charged once. */

import { printFigures } from '@octavo/testkit/runner/figures.ts';
import { expect, it } from 'vitest';
import { loseAnswers } from './lost-answers.ts';

const submits = Number(process.env['OCTAVO_E2E_SUBMITS'] || 500);
const seed = Number(process.env['OCTAVO_E2E_SEED'] || Date.now() % 1_000_000);

it(`${submits} submits with lost answers make ${submits} jobs and ${submits} charges`, async () => {
  const began = performance.now();
  const { jobs, usage, ...counts } = await loseAnswers(submits, 16, seed);
  printFigures('lost answers', {
    seed,
    submits,
    requests: counts.requests,
    'answers lost': counts.dropped,
    '429 on the way': counts.full,
    jobs: jobs.length,
    done: jobs.filter(({ status }) => status === 'done').length,
    'pages charged': String(usage['pages_charged']),
    seconds: Math.round((performance.now() - began) / 1000),
  });
  expect(counts.dropped).toBeGreaterThan(submits / 5);
  expect(counts.distinctJobs).toBe(submits);
  expect(jobs).toHaveLength(submits);
  expect(jobs.every(({ status }) => status === 'done')).toBe(true);
  expect(usage).toMatchObject({ pages_charged: submits, pages_reserved: 0, active_jobs: 0 });
});
