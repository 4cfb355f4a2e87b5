/** Port to webhooks in the database: endpoints, the outbox of deliveries, and the log of attempts. */
import type {
  Attempt,
  AttemptResult,
  Delivery,
  DeliveryState,
  NextStep,
  Webhook,
  WebhookEvent,
} from '../domain/webhook.ts';

export type NewWebhook = {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
};

export type WebhookChange = {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
};

export type DeliveryQuery = {
  readonly state: DeliveryState | null;
  readonly page: { readonly number: number; readonly size: number };
};

/** The result of a test event or a replay. `absent` refers to the endpoint or the delivery. */
export type ManualDelivery =
  | { readonly kind: 'queued'; readonly delivery: Delivery }
  | { readonly kind: 'absent' | 'disabled' | 'too_many' };

export type DueRequest = {
  readonly limit: number;
  /** Concurrent attempts per endpoint; a failing one gets a single attempt at a time. */
  readonly perEndpoint: number;
  /** Attempts of this worker in progress, by endpoint. */
  readonly busy: ReadonlyMap<string, number>;
  readonly leaseMs: number;
};

/** The right to make one attempt. `attempt` is the fencing token: only the latest claim can record a result. */
export type DeliveryClaim = {
  readonly delivery: Delivery;
  readonly attempt: number;
  readonly tries: number;
  readonly url: string;
  readonly enabled: boolean;
  readonly sealedSecret: Buffer;
  /** `null` when no previous secret signs. */
  readonly sealedPreviousSecret: Buffer | null;
};

export type SealedSecrets = {
  readonly webhookId: string;
  readonly sealedSecret: Buffer;
  readonly sealedPrevious: Buffer | null;
};

const countBeyondPage = 10_000;
const deepestRow = 100_000;

/** Enough to know whether there is a next page, without counting a month of deliveries. */
export function countedUpTo(page: DeliveryQuery['page']): number {
  return Math.min(page.number * page.size, deepestRow) + countBeyondPage;
}

export type WebhookStore = {
  /** `null` when the account already has `max`. */
  create(webhook: NewWebhook, max: number): Promise<Webhook | null>;
  /** Newest first. */
  list(accountId: string): Promise<readonly Webhook[]>;
  find(accountId: string, webhookId: string): Promise<Webhook | null>;
  /** Disabling fails waiting deliveries; enabling clears earlier failures. */
  update(accountId: string, webhookId: string, change: WebhookChange, now: Date): Promise<Webhook | null>;
  /** The previous secret also signs until then. */
  rotateSecret(
    accountId: string,
    webhookId: string,
    sealedSecret: Buffer,
    previousUntil: Date,
    now: Date,
  ): Promise<Webhook | null>;
  /** With its deliveries and their log. */
  remove(accountId: string, webhookId: string): Promise<boolean>;

  /** Most recent first; `null` when the account has no such endpoint. `total` stops at `countedUpTo(page)`. */
  listDeliveries(
    accountId: string,
    webhookId: string,
    query: DeliveryQuery,
  ): Promise<{ readonly items: readonly Delivery[]; readonly total: number } | null>;
  findDelivery(
    accountId: string,
    webhookId: string,
    deliveryId: string,
  ): Promise<{ readonly delivery: Delivery; readonly attempts: readonly Attempt[] } | null>;
  addTest(accountId: string, webhookId: string, deliveryId: string, now: Date): Promise<ManualDelivery>;
  /** Restarts the schedule under the same id. A delivery that is being attempted is not changed. */
  replay(accountId: string, webhookId: string, deliveryId: string, now: Date): Promise<ManualDelivery>;

  /**
   * Claims due deliveries, fairly over endpoints. A claim that is not recorded becomes due again when its lease ends.
   */
  claimDue(request: DueRequest): Promise<readonly DeliveryClaim[]>;
  /** False when the claim was lost; then nothing is changed. */
  record(claim: DeliveryClaim, result: AttemptResult, next: NextStep, now: Date): Promise<boolean>;
  /** Sealed secrets of some endpoints of all accounts, in the order of their ids. */
  sealedSecrets(afterId: string | null, limit: number): Promise<readonly SealedSecrets[]>;
  /** Replaces the secrets that were read. False, without a change, when they have changed since. */
  replaceSealed(read: SealedSecrets, sealedSecret: Buffer, sealedPrevious: Buffer | null): Promise<boolean>;
  /** Removes deliveries that ended more than `keptMs` ago by the database's clock. Resolves to how many. */
  prune(keptMs: number, limit: number): Promise<number>;
};
