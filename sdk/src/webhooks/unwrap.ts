/** Verifies a webhook message as specified by Standard Webhooks. Web Crypto compares in constant time. */
import { WebhookVerificationError } from '../errors/octavo-error.ts';
import type { JobStatus } from '../wire.ts';

type JobOutcome = {
  readonly job_id: string;
  readonly status: JobStatus;
  readonly page_count: number | null;
  readonly error_message: string | null;
};

export type WebhookEvent =
  | { readonly type: 'job.done' | 'job.failed'; readonly timestamp: string; readonly data: JobOutcome }
  | {
      readonly type: 'webhook.test';
      readonly timestamp: string;
      readonly data: { readonly webhook_id: string };
    };

/** `Request.headers`, or the header object of Node and its frameworks. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type UnwrapOptions = {
  /** Maximum difference between the timestamp of a message and this clock; default 5 min. */
  readonly toleranceMs?: number | undefined;
  readonly now?: Date | undefined;
};

const defaultToleranceMs = 5 * 60 * 1000;
const verifyNext =
  'Reject the message. Check that the secret belongs to this webhook and that the body is passed unchanged.';

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const one = typeof value === 'object' && value !== null ? value[0] : value;
  if (one) return one;
  throw new WebhookVerificationError(`The header ${name} is missing.`, verifyNext);
}

function bytesFrom64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

async function keyFrom(secret: string) {
  const bytes = bytesFrom64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError(
      'The webhook secret is not valid.',
      'Pass it exactly as you received it: whsec_…',
    );
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function checkAge(
  timestamp: string,
  { toleranceMs = defaultToleranceMs, now = new Date() }: UnwrapOptions,
): void {
  const ageMs = now.getTime() - Number(timestamp) * 1000;
  if (/^\d+$/.test(timestamp) && Math.abs(ageMs) <= toleranceMs) return;
  throw new WebhookVerificationError(
    'The timestamp of the message is too old or in the future.',
    'Reject the message. If this happens with new messages, correct the clock of this machine.',
  );
}

export async function unwrapWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const timestamp = headerOf(headers, 'webhook-timestamp');
  checkAge(timestamp, options);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const head = new TextEncoder().encode(`${headerOf(headers, 'webhook-id')}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const given = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => bytesFrom64(entry.slice(3)));
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyFrom));
  for (const key of keys) {
    for (const signature of given) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
      }
    }
  }
  throw new WebhookVerificationError('The signature does not match.', verifyNext);
}
