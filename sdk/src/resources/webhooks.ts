/** Webhooks: where the service reports the ends of jobs to, what it sent there, and whether a message is genuine. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import {
  type UnwrapOptions,
  unwrapWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from '../webhooks/unwrap.ts';
import type {
  CreatedWebhook,
  RotatedWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryQuery,
  WebhookEventType,
} from '../wire.ts';
import { deleteResource } from './delete-resource.ts';
import { type PageBody, PagePromise } from './page.ts';

export type WebhookInput = {
  readonly url: string;
  /** Both unless given. */
  readonly events?: readonly WebhookEventType[] | undefined;
  readonly description?: string | undefined;
};

export type WebhookChange = Partial<WebhookInput> & { readonly enabled?: boolean | undefined };

function pathOf(...parts: readonly string[]): string {
  return ['/webhooks', ...parts.map(encodeURIComponent)].join('/');
}

export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<Webhook[]> {
    return this.#transport.json({ method: 'GET', path: '/webhooks', isRepeatable: true }, options);
  }

  /** The answer holds `secret`, this once and never again. */
  async create(webhook: WebhookInput, options?: RequestOptions): Promise<CreatedWebhook> {
    return this.#post('/webhooks', webhook, options);
  }

  async retrieve(webhookId: string, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ method: 'GET', path: pathOf(webhookId), isRepeatable: true }, options);
  }

  async update(webhookId: string, change: WebhookChange, options?: RequestOptions): Promise<Webhook> {
    const request = { method: 'PATCH', path: pathOf(webhookId), json: change, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  async delete(webhookId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, pathOf(webhookId), options);
  }

  /** A new secret; for 24 hours messages are signed with the old one as well. */
  async rotateSecret(webhookId: string, options?: RequestOptions): Promise<RotatedWebhook> {
    return this.#post(pathOf(webhookId, 'rotate-secret'), undefined, options);
  }

  /** Sends a message of the type `webhook.test`. */
  async test(webhookId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#post(pathOf(webhookId, 'test'), undefined, options);
  }

  /** What was sent, newest first. Await it for one page, iterate it for all. */
  deliveries(
    webhookId: string,
    query: WebhookDeliveryQuery = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return new PagePromise((page) => {
      const asked = { ...query, page: page ?? query.page };
      const path = pathOf(webhookId, 'deliveries');
      const request = { method: 'GET', path, query: asked, isRepeatable: true } as const;
      return this.#transport.json<PageBody<WebhookDelivery>>(request, options);
    });
  }

  /** One delivery with its payload and every attempt. */
  async delivery(
    webhookId: string,
    deliveryId: string,
    options?: RequestOptions,
  ): Promise<WebhookDeliveryDetail> {
    const path = pathOf(webhookId, 'deliveries', deliveryId);
    return this.#transport.json({ method: 'GET', path, isRepeatable: true }, options);
  }

  /** Sends a delivery again, under the same `webhook-id`. */
  async replay(webhookId: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#post(pathOf(webhookId, 'deliveries', deliveryId, 'replay'), undefined, options);
  }

  /** The event in a message, if its signature is right and it is fresh; throws WebhookVerificationError otherwise. */
  async unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<WebhookEvent> {
    return unwrapWebhook(body, headers, secret, options);
  }

  /** Not repeated after a lost answer: each of these does something anew. */
  #post<Body>(path: string, json: unknown, options?: RequestOptions): Promise<Body> {
    return this.#transport.json<Body>({ method: 'POST', path, json, isRepeatable: false }, options);
  }
}
