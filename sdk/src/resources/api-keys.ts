/** The API keys of the account. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { ApiKey, CreatedApiKey } from '../wire.ts';
import { deleteResource } from './delete-resource.ts';

export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<ApiKey[]> {
    return this.#transport.json({ method: 'GET', path: '/api-keys', isRepeatable: true }, options);
  }

  /** The response contains `raw_key`, which is never shown again. */
  async create(body: { readonly name: string }, options?: RequestOptions): Promise<CreatedApiKey> {
    return this.#transport.json(
      { method: 'POST', path: '/api-keys', json: body, isRepeatable: false },
      options,
    );
  }

  /** Requests with this key are rejected from now on. Revoking a key twice is not an error. */
  async revoke(keyId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, `/api-keys/${encodeURIComponent(keyId)}`, options);
  }
}
