import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, webhookHeaders } from './webhook-signature.ts';

const body = '{"type":"job.done","data":{"error_message":"Größe ✓"}}';
const now = () => Math.floor(Date.now() / 1000);
const message = () => ({ id: 'a-delivery', timestampSeconds: now(), body });

describe('a webhook signature', () => {
  it('is accepted by an independent verifier', () => {
    const secret = newWebhookSecret();
    expect(new Webhook(secret).verify(body, webhookHeaders([secret], message()))).toEqual(JSON.parse(body));
  });

  it('is rejected for a different body, id, time or secret', () => {
    const secret = newWebhookSecret();
    const headers = webhookHeaders([secret], message());
    const verify = (changed: object, text = body, by = secret) =>
      new Webhook(by).verify(text, { ...headers, ...changed });
    expect(() => verify({}, body.replace('done', 'gone'))).toThrow();
    expect(() => verify({ 'webhook-id': 'another' })).toThrow();
    expect(() => verify({ 'webhook-timestamp': String(now() - 1) })).toThrow();
    expect(() => verify({}, body, newWebhookSecret())).toThrow();
  });

  it('is made with both secrets during a rotation, so that either verifies', () => {
    const [next, previous] = [newWebhookSecret(), newWebhookSecret()];
    const headers = webhookHeaders([next, previous], message());
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [next, previous]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
  });

  it('is accepted by the example in the guide, which rejects a changed or old message', async () => {
    const guide = readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
    const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
    const headers = webhookHeaders([other, secret], message());
    expect(verify(secret, headers, body)).toBe(true);
    expect(verify(other, headers, body)).toBe(true);
    expect(verify(newWebhookSecret(), headers, body)).toBe(false);
    expect(verify(secret, headers, `${body} `)).toBe(false);
    const old = webhookHeaders([secret], { ...message(), timestampSeconds: now() - 301 });
    expect(verify(secret, old, body)).toBe(false);
  });

  it('uses a unique secret with a prefix and 24 to 64 bytes', () => {
    const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(secret).not.toBe(other);
  });
});
