/** The next step after a failure is one that can work. */
import { describe, expect, it } from 'vitest';
import { nextStepOf } from './failure-texts.ts';

describe('the next step of a failed job', () => {
  it.each([
    ['pdf_unreadable', 'upload'],
    ['interrupted', 'again'],
    ['service_failed', 'again'],
    ['pdf_encrypted', 'options'],
    ['out_of_memory', 'options'],
    ['timeout', 'options'],
    [null, 'options'],
  ] as const)('%s: %s', (error_code, expected) => {
    expect(nextStepOf({ error_code })).toBe(expected);
  });
});
