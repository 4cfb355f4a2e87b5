/** The account on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { AccountUsage } from '../../actions/read-account.ts';
import { tiers } from '../../domain/plan.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { pagesUsed } from '../../domain/usage.ts';
import { accountExample } from './examples.ts';
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
