/** Page usage of the account, and the plans. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { JobLedger, Plan, Plans as PlansBody, Usage as UsageBody, UsageQuery } from '../wire.ts';

export class Usage {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Usage by day and by key, `from` and `to` inclusive; default the current month. */
  async retrieve(query: UsageQuery = {}, options?: RequestOptions): Promise<UsageBody> {
    return this.#transport.json({ method: 'GET', path: '/usage', query, isRepeatable: true }, options);
  }

  /** The page ledger of one job: reserved, charged, released. */
  async ofJob(jobId: string, options?: RequestOptions): Promise<JobLedger> {
    const path = `/jobs/${encodeURIComponent(jobId)}/ledger`;
    return this.#transport.json({ method: 'GET', path, isRepeatable: true }, options);
  }
}

export class Plans {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<PlansBody> {
    return this.#transport.json({ method: 'GET', path: '/plans', isRepeatable: true }, options);
  }

  /** The plan of the account. */
  async current(options?: RequestOptions): Promise<Plan | undefined> {
    const { plans, current } = await this.list(options);
    return plans.find(({ tier }) => tier === current);
  }
}
