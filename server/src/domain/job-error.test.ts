import { describe, expect, it } from 'vitest';
import { jobErrorCode } from './job-error.ts';

describe('the code of a failed job', () => {
  it.each([
    ['invalid', false, 'pdf_unreadable'],
    ['encrypted', false, 'pdf_encrypted'],
    ['out_of_memory', true, 'out_of_memory'],
    ['timeout', true, 'timeout'],
    ['crash', true, 'engine_failed'],
    ['disk', true, 'service_failed'],
    ['disk', false, 'output_too_large'],
    ['environment', true, 'service_failed'],
  ] as const)('for the class %s, retryable %s, is %s', (failureClass, retryable, code) => {
    expect(jobErrorCode({ class: failureClass, retryable })).toBe(code);
  });
});
