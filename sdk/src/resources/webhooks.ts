/** Webhooks: manage them, read their delivery log, verify messages. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { UnwrapOptions, WebhookEvent, WebhookHeaders } from '../webhooks/unwrap.ts';
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
  /** Default: all. */
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

  /** The response contains `secret`, which is never shown again. */
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

  /** Creates a new secret. For 24 hours messages are signed with the old one as well. */
  async rotateSecret(webhookId: string, options?: RequestOptions): Promise<RotatedWebhook> {
    return this.#post(pathOf(webhookId, 'rotate-secret'), undefined, options);
  }

  /** Sends a message of the type `webhook.test`. */
  async test(webhookId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#post(pathOf(webhookId, 'test'), undefined, options);
  }

  /** The delivery log, newest first. Await it for one page, or iterate it for all deliveries. */
  deliveries(
    webhookId: string,
    query: WebhookDeliveryQuery = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return new PagePromise((page) => {
      const pageQuery = { ...query, page: page ?? query.page };
      const path = pathOf(webhookId, 'deliveries');
      const request = { method: 'GET', path, query: pageQuery, isRepeatable: true } as const;
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

  /** Verifies signature and age of a message and returns its event; throws WebhookVerificationError otherwise. */
  async unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ): Promise<WebhookEvent> {
    const { unwrapWebhook } = await import('../webhooks/unwrap.ts');
    return unwrapWebhook(body, headers, secret, options);
  }

  /** Not retried without a response: none of these requests is idempotent. */
  #post<Body>(path: string, json: unknown, options?: RequestOptions): Promise<Body> {
    return this.#transport.json<Body>({ method: 'POST', path, json, isRepeatable: false }, options);
  }
}
