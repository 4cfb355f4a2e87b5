/** What the pages of the account went to, and what the plans allow. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { JobLedger, Plan, Plans as PlansBody, Usage as UsageBody, UsageQuery } from '../wire.ts';

export class Usage {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Day by day and key by key, from and to inclusive; the current month unless given. */
  async retrieve(query: UsageQuery = {}, options?: RequestOptions): Promise<UsageBody> {
    return this.#transport.json({ method: 'GET', path: '/usage', query, isRepeatable: true }, options);
  }

  /** Every movement of pages for one job: reserved, charged, released. */
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

  /** The one the account is on. */
  async current(options?: RequestOptions): Promise<Plan | undefined> {
    const { plans, current } = await this.list(options);
    return plans.find(({ tier }) => tier === current);
  }
}
