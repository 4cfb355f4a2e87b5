/** Share links to the results of jobs, for people without an account. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { CreatedShare, Share, ShareInput } from '../wire.ts';
import { deleteResource } from './delete-resource.ts';
import { pathOf } from './job-reading.ts';

export class Shares {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Anyone who has the link can read the result, or only the block `ref`, until the link expires or is revoked. The
   * response contains the link in `url`, which is never shown again.
   */
  async create(jobId: string, share: ShareInput = {}, options?: RequestOptions): Promise<CreatedShare> {
    return this.#transport.json(
      { method: 'POST', path: pathOf(jobId, 'shares'), json: share, isRepeatable: false },
      options,
    );
  }

  /** The links of a job that still work, newest first. */
  async list(jobId: string, options?: RequestOptions): Promise<Share[]> {
    const request = { method: 'GET', path: pathOf(jobId, 'shares'), isRepeatable: true } as const;
    const { items } = await this.#transport.json<{ items: Share[] }>(request, options);
    return items;
  }

  /** The link stops working at once. */
  async revoke(jobId: string, shareId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, pathOf(jobId, 'shares', shareId), options);
  }
}
