/** The account of the credentials, and its retention setting. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Account as AccountBody, AccountSettings, ClosedAccount } from '../wire.ts';

export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async me(options?: RequestOptions): Promise<AccountBody> {
    return this.#transport.json({ method: 'GET', path: '/auth/me', isRepeatable: true }, options);
  }

  /**
   * Deletes the account with everything in it, for good. Needs a session; `email` is the address of the account, as a
   * confirmation.
   */
  async delete(email: string, options?: RequestOptions): Promise<ClosedAccount> {
    const request = {
      method: 'POST',
      path: '/account/deletion',
      json: { email },
      isRepeatable: false,
    } as const;
    return this.#transport.json(request, options);
  }
}

export class Retention {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** How many days new jobs are kept; null keeps them until they are deleted. */
  async retrieve(options?: RequestOptions): Promise<AccountSettings> {
    return this.#transport.json({ method: 'GET', path: '/account/settings', isRepeatable: true }, options);
  }

  /** Applies to new jobs. Use `jobs.update` to change the expiry of an existing job. */
  async update(settings: AccountSettings, options?: RequestOptions): Promise<AccountSettings> {
    const request = {
      method: 'PATCH',
      path: '/account/settings',
      json: settings,
      isRepeatable: true,
    } as const;
    return this.#transport.json(request, options);
  }
}
