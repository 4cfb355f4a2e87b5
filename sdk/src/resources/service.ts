/** Whether the service is well. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Health, Readiness } from '../wire.ts';

export class Service {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The API is up and reaches its database; throws ServiceUnavailableError otherwise. */
  async health(options?: RequestOptions): Promise<Health> {
    return this.#transport.json({ method: 'GET', path: '/health', isRepeatable: true }, options);
  }

  /** The process runs. */
  async live(options?: RequestOptions): Promise<Health> {
    return this.#transport.json({ method: 'GET', path: '/livez', isRepeatable: true }, options);
  }

  /** Everything a request needs answers. */
  async ready(options?: RequestOptions): Promise<Readiness> {
    return this.#transport.json({ method: 'GET', path: '/readyz', isRepeatable: true }, options);
  }
}
