/** Port for sending webhooks. A receiver that misbehaves is a result, never an exception. */
import type { AttemptResult } from '../domain/webhook.ts';

export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt as `interrupted`. */
  readonly signal: AbortSignal;
};

export type WebhookAnswer = {
  readonly result: AttemptResult;
  /** From the receiver's Retry-After header. */
  readonly retryAfterMs: number | null;
};

export type WebhookSender = {
  /** One request, following redirects that keep the method, within the time limit, only to allowed addresses. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};
