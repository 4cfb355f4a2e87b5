/** A run shows something about an invariant only if it checked something for it. */
import { describe, expect, it } from 'vitest';
import { unobserved, type Verdict } from '../invariants/check.ts';

describe('the invariants that a run is about', () => {
  const verdict: Verdict = new Map([
    ['I1', { looked: 3, violations: [] }],
    ['I13', { looked: 0, violations: [] }],
  ]);

  it('are a miss when nothing was checked for them', () => {
    expect(unobserved(verdict, ['I1', 'I13'])).toEqual([
      'nothing was checked for I13, so the run shows nothing about it',
    ]);
  });

  it('are a miss when no such invariant exists', () => {
    expect(unobserved(verdict, ['I99'])).toHaveLength(1);
  });

  it('are fine when something was checked for each; others do not count', () => {
    expect(unobserved(verdict, ['I1'])).toEqual([]);
  });
});
