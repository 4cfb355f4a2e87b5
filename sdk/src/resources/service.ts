/** Health checks of the server. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Health, Readiness } from '../wire.ts';

export class Service {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether the API is up and can reach its database; throws ServiceUnavailableError otherwise. */
  async health(options?: RequestOptions): Promise<Health> {
    return this.#transport.json({ method: 'GET', path: '/health', isRepeatable: true }, options);
  }

  /** Whether the API process is running. */
  async live(options?: RequestOptions): Promise<Health> {
    return this.#transport.json({ method: 'GET', path: '/livez', isRepeatable: true }, options);
  }

  /** Whether all dependencies of the API are available. */
  async ready(options?: RequestOptions): Promise<Readiness> {
    return this.#transport.json({ method: 'GET', path: '/readyz', isRepeatable: true }, options);
  }
}
