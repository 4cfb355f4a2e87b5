/** Webhook signatures according to Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** How long a replaced secret also signs. */
export const rotationOverlapMs = 86_400_000;

export function newWebhookSecret(random: Buffer = randomBytes(secretBytes)): string {
  return secretPrefix + random.toString('base64');
}

export type SignedMessage = {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
};

function signature(secret: string, { id, timestampSeconds, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64');
  return `v1,${digest}`;
}

/** One signature for each active secret, the newest first. */
export function webhookHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': secrets.map((secret) => signature(secret, message)).join(' '),
  };
}
