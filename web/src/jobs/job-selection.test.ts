/** Selecting jobs one by one and in ranges. */
import type { Job } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { selectedMax, withRange, withToggled } from './job-selection.ts';

const job = (id: string) => ({ id }) as Job;
const jobAt = (index: number) => (index >= 500 ? undefined : job(`job-${index}`));
const none = new Map<string, Job>();

it('adds a job, and removes it again', () => {
  const one = withToggled(none, job('a'));
  expect([...one.keys()]).toEqual(['a']);
  expect(withToggled(one, job('a')).size).toBe(0);
  expect(none.size).toBe(0);
});

it('adds a range in either direction, without jobs that are not loaded', () => {
  expect([...withRange(none, jobAt, 2, 4).keys()]).toEqual(['job-2', 'job-3', 'job-4']);
  expect([...withRange(none, jobAt, 4, 2).keys()]).toEqual(['job-2', 'job-3', 'job-4']);
  expect([...withRange(none, jobAt, 499, 502).keys()]).toEqual(['job-499']);
});

it('stops at the limit, and still removes', () => {
  const full = withRange(none, jobAt, 0, 400);
  expect(full.size).toBe(selectedMax);
  expect(withToggled(full, job('more'))).toEqual(full);
  expect(withToggled(full, job('job-0')).size).toBe(selectedMax - 1);
});
