/** An account, created the first time a user signs in. */
import type { Tier } from './plan.ts';

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  readonly createdAt: Date;
  /** Jobs that were pending or processing when the account was read. */
  readonly activeJobs: number;
  /** An operator is moving the account: it can be read and not changed. */
  readonly writesStopped?: true;
};

/** The user that a session token identifies. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Absent if the token does not say. */
  readonly issuedAt?: Date;
};
