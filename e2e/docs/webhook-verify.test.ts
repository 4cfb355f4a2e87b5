/** The few lines of the webhook guide that verify without a library take what is genuine and nothing else. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { snippetsIn } from './snippets.ts';

type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean;

const [snippet] = snippetsIn('js');
const { verify } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(snippet?.code ?? '')}`
)) as { verify: Verify };

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"job.done"}';

function signed(at = new Date(), by = secret): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
}

describe('the snippet', () => {
  it('takes a genuine message', () => {
    expect(verify(secret, signed(), body)).toBe(true);
  });

  it('refuses another body, another secret and an old message', () => {
    expect(verify(secret, signed(), '{"type":"job.failed"}')).toBe(false);
    expect(verify(secret, signed(new Date(), 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'), body)).toBe(false);
    expect(verify(secret, signed(new Date(Date.now() - 3_600_000)), body)).toBe(false);
  });
});
