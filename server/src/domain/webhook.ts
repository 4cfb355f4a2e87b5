/** Webhooks: endpoints of an account, their deliveries, and the retry schedule. */

export const webhookEvents = ['job.done', 'job.failed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const testEvent = 'webhook.test';
export type DeliveryType = WebhookEvent | typeof testEvent;

export const webhooksMax = 10;
export const webhookUrlCharsMax = 2_048;
export const webhookDescriptionCharsMax = 256;
/** Test events and replays of one endpoint in a minute. */
export const manualPerMinute = 30;

export const disabledReasons = ['owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export type Webhook = {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly enabled: boolean;
  /** `null` while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** Until when the previous secret also signs. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const deliveryFailures = ['attempts_exhausted', 'endpoint_gone', 'endpoint_disabled'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** The id is the `webhook-id` of every attempt, replays included. */
export type Delivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly type: DeliveryType;
  readonly jobId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
  readonly state: DeliveryState;
  /** `null` unless failed. */
  readonly failure: DeliveryFailure | null;
  readonly attempts: number;
  /** `null` when it has ended, and while an attempt is under way. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

export const attemptFaults = [
  'status',
  'redirect',
  'too_many_redirects',
  'private_address',
  'insecure_url',
  'timeout',
  'dns',
  'connection',
  'tls',
  'invalid_response',
  'interrupted',
  'endpoint_disabled',
  'internal',
] as const;
export type AttemptFault = (typeof attemptFaults)[number];

/** The result of an attempt; a failed one may have both a status and a fault. */
export type AttemptResult = {
  readonly statusCode: number | null;
  readonly fault: AttemptFault | null;
  readonly redirects: number;
  readonly durationMs: number;
};

export type Attempt = {
  readonly number: number;
  readonly at: Date;
  /** `null` while it is under way. */
  readonly result: AttemptResult | null;
};

/** The exact bytes of a delivery's body, the same for every attempt. */
export function webhookBody({
  type,
  occurredAt,
  data,
}: Pick<Delivery, 'type' | 'occurredAt' | 'data'>): string {
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
}

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Due again immediately and not counted, because it was interrupted by us. */
  | { readonly kind: 'released' }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'disabled' };

/** Upper bound of the delay that a receiver can request. */
const retryAfterMsMax = 3_600_000;

/** 20 % jitter, so that deliveries that failed together are not retried together. */
function jittered(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}

export type FinishedAttempt = {
  readonly result: AttemptResult;
  readonly retryAfterMs: number | null;
  /** Attempts since the delivery was created or replayed, this one included. */
  readonly tries: number;
};

export function nextStep(
  { result, retryAfterMs, tries }: FinishedAttempt,
  backoffMs: readonly number[],
  random: number,
): NextStep {
  if (result.fault === null) return { kind: 'delivered' };
  if (result.fault === 'interrupted') return { kind: 'released' };
  if (result.statusCode === 410) return { kind: 'gone' };
  const wait = backoffMs[tries - 1];
  if (wait === undefined) return { kind: 'exhausted' };
  const requested = Math.min(retryAfterMs ?? 0, retryAfterMsMax);
  return { kind: 'retry', delayMs: Math.max(jittered(wait, random), requested) };
}

const failingMsMax = 3 * 86_400_000;

/** Checked when a delivery has used up its attempts: an endpoint that accepted nothing for three days is disabled. */
export function hasFailedTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= failingMsMax;
}

export const deliveryLogMs = 30 * 86_400_000;
