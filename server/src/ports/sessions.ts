/** Sessions: what the actions ask of the identity provider. */
import type { Identity } from '../domain/account.ts';

export type Sessions = {
  /** Who bears this token; `null` when it proves nothing. Fails with `service_unavailable` when nobody can tell. */
  verify(token: string): Promise<Identity | null>;
};
