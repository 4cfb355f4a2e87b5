/** Compares the documents of two done jobs. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Diff, DiffInput } from '../wire.ts';

export class Diffs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Added, removed, changed and moved blocks, with pages and boxes on both sides. */
  async create(input: DiffInput, options?: RequestOptions): Promise<Diff> {
    return this.#transport.json(requestOf({ ...input, format: 'json' }), options);
  }

  /** The same as a page to read: html without scripts. */
  async html(input: DiffInput, options?: RequestOptions): Promise<string> {
    const { response } = await this.#transport.open(requestOf({ ...input, format: 'html' }), options);
    return response.text();
  }
}

const requestOf = (json: object) => ({ method: 'POST', path: '/diffs', json, isRepeatable: true }) as const;
