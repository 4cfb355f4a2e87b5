/** The account on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { AccountUsage } from '../../actions/read-account.ts';
import { tiers } from '../../domain/plan.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { pagesUsed } from '../../domain/usage.ts';
import type { ClosedAccount } from '../../ports/closed-accounts.ts';
import { accountExample, closedAccountExample } from './examples.ts';
import { Timestamp } from './scalars.ts';

export const AccountBody = Type.Object(
  {
    id: Type.String({ description: 'Internal user identifier.' }),
    email: Type.String({ description: 'The address that the account signs in with.' }),
    tier: OneOf(tiers, { description: 'The plan.' }),
    pages_used: Type.Integer({ description: 'Pages charged or reserved in the current month (UTC).' }),
    pages_limit: Type.Integer({ description: 'Monthly page allowance.' }),
    created_at: Timestamp,
  },
  { $id: 'Account', examples: [accountExample] },
);

export function toAccountBody({ account, usage, pagesLimit }: AccountUsage): Static<typeof AccountBody> {
  return {
    id: account.id,
    email: account.email,
    tier: account.tier,
    pages_used: pagesUsed(usage),
    pages_limit: pagesLimit,
    created_at: account.createdAt.toISOString(),
  };
}

export const CloseAccountBody = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      description: 'The e-mail address of the account, as a confirmation.',
    }),
  },
  { $id: 'DeleteAccount', additionalProperties: false, examples: [{ email: accountExample.email }] },
);

export const ClosedAccountBody = Type.Object(
  {
    closed_at: Timestamp,
    jobs: Type.Integer({ description: 'Jobs that are being removed, with their files.' }),
  },
  { $id: 'ClosedAccount', examples: [closedAccountExample] },
);

export function toClosedAccountBody({ closedAt, jobs }: ClosedAccount): Static<typeof ClosedAccountBody> {
  return { closed_at: closedAt.toISOString(), jobs };
}
