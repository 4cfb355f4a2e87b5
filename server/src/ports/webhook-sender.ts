/** WebhookSender: what the actions ask of the outside world. A receiver that misbehaves is data, never an exception. */
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
  /** What the receiver asked for, if it did. */
  readonly retryAfterMs: number | null;
};

export type WebhookSender = {
  /** One request and the redirects that keep it a request, within the time limit, to open addresses alone. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};
