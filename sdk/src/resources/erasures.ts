/** Erasure certificates of deleted jobs. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Erasure } from '../wire.ts';

export class Erasures {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A signed statement of what was removed with the job of this id; check it with `verifyErasure`. */
  async get(jobId: string, options?: RequestOptions): Promise<Erasure> {
    const path = `/erasures/${encodeURIComponent(jobId)}`;
    return this.#transport.json({ method: 'GET', path, isRepeatable: true }, options);
  }
}
