/** Makes one attempt at a webhook delivery and records its result. */
import { type SealingKeys, unseal } from '../domain/sealing.ts';
import { type AttemptResult, type NextStep, nextStep, webhookBody } from '../domain/webhook.ts';
import { webhookHeaders } from '../domain/webhook-signature.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { WebhookAnswer, WebhookSender } from '../ports/webhook-sender.ts';
import type { DeliveryClaim } from '../ports/webhook-store.ts';

export type DeliverWebhookPorts = {
  readonly store: Pick<Store, 'webhooks'>;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly sealingKeys: SealingKeys;
  /** Delays after the first, second, … failed attempt; one more attempt follows the last delay. */
  readonly backoffMs: readonly number[];
};

export type DeliverWebhookEnd = {
  readonly result: AttemptResult;
  readonly next: NextStep['kind'];
  /** False when another worker has claimed the delivery. */
  readonly recorded: boolean;
};

const notSent = { statusCode: null, redirects: 0, durationMs: 0 } as const;

function signedHeaders(ports: DeliverWebhookPorts, claim: DeliveryClaim, body: string) {
  const { id, webhookId } = claim.delivery;
  const sealed = [claim.sealedSecret, claim.sealedPreviousSecret].filter((secret) => secret !== null);
  const secrets = sealed.map((secret) => unseal(ports.sealingKeys, secret, webhookId));
  const timestampSeconds = Math.floor(ports.clock.now().getTime() / 1000);
  return webhookHeaders(secrets, { id, timestampSeconds, body });
}

async function attempt(
  ports: DeliverWebhookPorts,
  claim: DeliveryClaim,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  try {
    const body = webhookBody(claim.delivery);
    const headers = signedHeaders(ports, claim, body);
    return await ports.sender.send({ url: claim.url, headers, body, signal });
  } catch {
    // A secret sealed with another key, or a bug: retried like any other failure, and shown as such.
    return { result: { ...notSent, fault: 'internal' }, retryAfterMs: null };
  }
}

export async function deliverWebhook(
  ports: DeliverWebhookPorts,
  claim: DeliveryClaim,
  signal: AbortSignal,
): Promise<DeliverWebhookEnd> {
  const { store, clock } = ports;
  if (!claim.enabled) {
    const result: AttemptResult = { ...notSent, fault: 'endpoint_disabled' };
    const recorded = await store.webhooks.record(claim, result, { kind: 'disabled' }, clock.now());
    return { result, next: 'disabled', recorded };
  }
  const { result, retryAfterMs } = await attempt(ports, claim, signal);
  const next = nextStep({ result, retryAfterMs, tries: claim.tries }, ports.backoffMs, Math.random());
  const recorded = await store.webhooks.record(claim, result, next, clock.now());
  return { result, next: next.kind, recorded };
}
