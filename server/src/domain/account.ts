/** An account: who a caller is, on which plan. Made on the first sight of a subject of the identity provider. */
import type { Tier } from './plan.ts';

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  readonly createdAt: Date;
};

/** What a session token says of its bearer. */
export type Identity = { readonly issuer: string; readonly subject: string; readonly email: string };
