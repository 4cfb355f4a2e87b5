import { describe, expect, it } from 'vitest';
import { errorCodes, OctavoError, unavailable } from '../domain/errors.ts';
import { errorGuide } from './error-guide.ts';
import { errorStatus } from './error-status.ts';
import { toOctavoError } from './errors.ts';
import { toErrorBody } from './schemas/error.ts';

describe('the error model', () => {
  it('maps every code to one status of the contract and a reference page', () => {
    const allowed = [400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 416, 429, 431, 500, 503, 504];
    for (const code of errorCodes) {
      expect(allowed).toContain(errorStatus[code]);
      expect(errorGuide[code].happened.length).toBeGreaterThan(20);
      expect(errorGuide[code].next.length).toBeGreaterThan(20);
    }
  });

  it('keeps causes out of the body', () => {
    const body = toErrorBody(unavailable('database', new Error('connect ECONNREFUSED 10.1.2.3')), 'r-1');
    expect(body).toEqual({
      detail: 'The service cannot reach its database right now. Try again shortly.',
      code: 'service_unavailable',
      request_id: 'r-1',
    });
  });

  it('returns a fixed text for unknown errors', () => {
    for (const thrown of [new Error('select * from secrets'), 'boom', null, { statusCode: 418 }]) {
      const error = toOctavoError(thrown);
      expect(error.code).toBe('internal_error');
      expect(error.detail).not.toContain('secrets');
    }
  });

  it('lists every fault in errors, separate from detail', () => {
    const error = new OctavoError('invalid_request', 'The request is not valid.', {
      faults: [{ loc: ['options', 'format', 0], msg: 'is not a format' }],
    });
    expect(toErrorBody(error, 'r-2').errors).toEqual([
      { loc: ['options', 'format', 0], msg: 'is not a format' },
    ]);
  });
});
