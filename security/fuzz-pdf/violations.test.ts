/** The check can fail: it accepts an outcome without violations, and reports each injected one. */
import { describe, expect, it } from 'vitest';
import type { TargetResponse } from './target-client.ts';
import { endOf, violationsOf } from './violations.ts';

const limits = { preflightMs: 5_000, convertMs: 8_000, graceMs: 5_000 };
const clean = { outputFaults: [], canaryIn: [] };
const sound: TargetResponse = {
  preflight: { status: 'accepted', pageCount: 1, encrypted: false, tagged: false, repaired: false },
  preflightMs: 20,
  converted: {
    status: 'converted',
    outputs: [],
    document: { path: '', bytes: 1, sha256: '' },
    reading: null,
    warnings: [],
    dropped: { count: 0, items: [] },
    pageCount: 1,
    pagesConverted: 1,
    spent: { durationMs: 100, memoryPeakBytes: null },
  },
  convertMs: 100,
};
const failed = (kind: string): TargetResponse => ({
  ...sound,
  converted: {
    status: 'failed',
    failure: {
      class: kind as 'crash',
      retryable: false,
      message: '',
      detail: '',
      failedFormats: [],
      workingFormats: [],
    },
    spent: { durationMs: 1, memoryPeakBytes: null },
  },
});
const kinds = (answer: TargetResponse, observed = clean as Parameters<typeof violationsOf>[1]) =>
  violationsOf(answer, observed, limits).map(({ kind }) => kind);

describe('an examination', () => {
  it('that converts, fails by a class of the list or refuses in time is fine', () => {
    expect(kinds(sound)).toEqual([]);
    expect(kinds(failed('timeout'))).toEqual([]);
    expect(kinds({ ...failed('crash'), convertMs: 12_900 })).toEqual([]);
    expect([endOf(sound), endOf(failed('crash'))]).toEqual(['converted', 'crash']);
  });

  it.each([
    ['hang', { ...sound, convertMs: 13_100 }],
    ['hang', { ...sound, preflightMs: 10_100 }],
    ['unknown end', failed('shrug')],
    ['unknown end', { ...sound, preflight: { status: 'refused', reason: 'mood', message: '' } }],
  ] as [string, TargetResponse][])('is reported as %s where that was injected', (kind, answer) => {
    expect(kinds(answer)).toEqual([kind]);
  });

  it('is a wrong done or a read canary where results say so', () => {
    expect(kinds(sound, { ...clean, outputFaults: ['html does not close'] })).toEqual(['wrong done']);
    expect(kinds(sound, { ...clean, canaryIn: ['html'] })).toEqual(['canary']);
  });
});
