/** Only recent messages with a valid signature are accepted. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookVerificationError } from '../errors/octavo-error.ts';
import { unwrapWebhook } from './unwrap.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const now = new Date('2026-11-15T12:00:00Z');
const event = {
  type: 'job.done',
  timestamp: now.toISOString(),
  data: { job_id: 'a', status: 'done', page_count: 1, error_message: null },
};
const body = JSON.stringify(event);

function headersFor(signedWith: string, at = now): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(signedWith).sign('msg_1', at, body),
  };
}

describe('a genuine message', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
  ])('is unwrapped from %s', async (_, raw) => {
    expect(await unwrapWebhook(raw, headersFor(secret), secret, { now })).toEqual(event);
  });

  it('may have its headers in any of the usual forms', async () => {
    const headers = headersFor(secret);
    expect(await unwrapWebhook(body, new Headers(headers), secret, { now })).toEqual(event);
    const capital = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await unwrapWebhook(body, capital, secret, { now })).toEqual(event);
  });

  it('is accepted with either of two signatures, and any of several secrets', async () => {
    const headers = headersFor(secret);
    const both = `${headersFor(other)['webhook-signature']} ${headers['webhook-signature']}`;
    expect(await unwrapWebhook(body, { ...headers, 'webhook-signature': both }, secret, { now })).toEqual(
      event,
    );
    expect(await unwrapWebhook(body, headers, [other, secret], { now })).toEqual(event);
  });
});

describe('any other message is rejected', () => {
  const expectRejected = (raw: string, headers: Record<string, string>, with_ = secret, at = now) =>
    expect(unwrapWebhook(raw, headers, with_, { now: at })).rejects.toThrow(WebhookVerificationError);

  it('signed with another secret', () => expectRejected(body, headersFor(other)));
  it('with a byte changed', () => expectRejected(body.replace('"a"', '"b"'), headersFor(secret)));
  it('under another id', () => expectRejected(body, { ...headersFor(secret), 'webhook-id': 'msg_2' }));
  it('older than the tolerance', () =>
    expectRejected(body, headersFor(secret, new Date(now.getTime() - 301_000))));
  it('from the future', () => expectRejected(body, headersFor(secret, new Date(now.getTime() + 301_000))));
  it('without a signature', () => expectRejected(body, { ...headersFor(secret), 'webhook-signature': '' }));
  it('with a signature of an unknown version', () =>
    expectRejected(body, {
      ...headersFor(secret),
      'webhook-signature': headersFor(secret)['webhook-signature']?.replace('v1', 'v2') ?? '',
    }));
  it('with a timestamp that is not a number', () =>
    expectRejected(body, { ...headersFor(secret), 'webhook-timestamp': 'now' }));
  it('with a malformed secret', () => expectRejected(body, headersFor(secret), 'whsec_%%%'));
});
