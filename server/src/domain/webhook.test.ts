import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { type AttemptResult, hasFailedTooLong, nextStep, webhookBody } from './webhook.ts';

const backoffMs = [5_000, 30_000, 120_000];
const failed = (statusCode: number | null, fault: AttemptResult['fault'] = 'status'): AttemptResult => ({
  statusCode,
  fault,
  redirects: 0,
  durationMs: 1,
});
const stepAfter = (
  result: AttemptResult,
  tries: number,
  { retryAfterMs = null as number | null, random = 0.5 } = {},
) => nextStep({ result, retryAfterMs, tries }, backoffMs, random);

describe('the next step of a delivery', () => {
  it('after a success is to finish', () => {
    expect(stepAfter({ ...failed(200), fault: null }, 1)).toEqual({ kind: 'delivered' });
  });

  it('after a failure is a retry with a growing delay until the schedule is used up', () => {
    const steps = [1, 2, 3, 4].map((tries) => stepAfter(failed(500), tries));
    expect(steps).toEqual([
      { kind: 'retry', delayMs: 5_000 },
      { kind: 'retry', delayMs: 30_000 },
      { kind: 'retry', delayMs: 120_000 },
      { kind: 'exhausted' },
    ]);
  });

  it.each(['timeout', 'private_address', 'dns', 'tls', 'redirect', 'connection'] as const)(
    'after %s is a retry, because the receiver may fix it',
    (fault) => expect(stepAfter(failed(null, fault), 1).kind).toBe('retry'),
  );

  it('after 410 is to disable the endpoint, even at the first attempt', () => {
    expect(stepAfter(failed(410), 1)).toEqual({ kind: 'gone' });
  });

  it('after an interruption by the worker does not count as an attempt', () => {
    expect(stepAfter(failed(null, 'interrupted'), 4)).toEqual({ kind: 'released' });
  });

  it('has a jitter of 20 percent', () => {
    expect(stepAfter(failed(500), 2, { random: 0 })).toEqual({ kind: 'retry', delayMs: 24_000 });
    expect(stepAfter(failed(500), 2, { random: 1 })).toEqual({ kind: 'retry', delayMs: 36_000 });
  });

  it('respects Retry-After up to an hour, and waits at least as long as the schedule', () => {
    const wait = (retryAfterMs: number) => stepAfter(failed(429), 1, { retryAfterMs });
    expect(wait(60_000)).toEqual({ kind: 'retry', delayMs: 60_000 });
    expect(wait(1_000)).toEqual({ kind: 'retry', delayMs: 5_000 });
    expect(wait(86_400_000)).toEqual({ kind: 'retry', delayMs: 3_600_000 });
  });

  it('retries for about a day by default', () => {
    const env = {
      OCTAVO_DATABASE_URL: 'postgres://x',
      OCTAVO_S3_ENDPOINT: 'http://x',
      OCTAVO_S3_ACCESS_KEY_ID: 'x',
      OCTAVO_S3_SECRET_ACCESS_KEY: 'x',
      OCTAVO_OIDC_ISSUER: 'http://x',
      OCTAVO_OIDC_AUDIENCE: 'x',
      OCTAVO_SEALING_KEY: '00'.repeat(32),
    };
    const hours = loadConfig(env).webhooks.backoffSeconds.reduce((sum, wait) => sum + Number(wait), 0) / 3600;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(26);
  });
});

describe('the body of a webhook', () => {
  it('has only the type, the time and four fields of the job', () => {
    const data = { job_id: 'j', status: 'done', page_count: 3, error_message: null };
    const occurredAt = new Date('2026-11-15T12:00:00.000Z');
    expect(webhookBody({ type: 'job.done', occurredAt, data })).toBe(
      '{"type":"job.done","timestamp":"2026-11-15T12:00:00.000Z","data":{"job_id":"j","status":"done","page_count":3,"error_message":null}}',
    );
  });
});

describe('a webhook endpoint', () => {
  it('is disabled after three days without a success', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    expect(hasFailedTooLong(null, now)).toBe(false);
    expect(hasFailedTooLong(new Date('2026-11-12T12:00:01Z'), now)).toBe(false);
    expect(hasFailedTooLong(new Date('2026-11-12T12:00:00Z'), now)).toBe(true);
  });
});
