/** Port to the identity provider. */
import type { Identity } from '../domain/account.ts';

export type Sessions = {
  /**
   * Who bears this token; `null` when it proves nothing or names no user. Fails with `email_not_verified`, and with
   * `service_unavailable` when the provider cannot be reached.
   */
  verify(token: string): Promise<Identity | null>;
};
