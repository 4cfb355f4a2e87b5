/** Usage, ledger and plans on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { JobLedger, UsageReport } from '../../actions/read-usage.ts';
import type { Caller } from '../../domain/caller.ts';
import { rangeDaysMax } from '../../domain/day-range.ts';
import { snakeKeys } from '../../domain/key-case.ts';
import { type Plan, type Plans, tiers } from '../../domain/plan.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { ledgerKinds, type Movement, pagesRemaining, pagesUsed } from '../../domain/usage.ts';
import { ledgerExample, plansExample, usageExample } from './examples.ts';
import { Day, OrNull, Timestamp } from './scalars.ts';

const sums = {
  pages: Type.Integer({ description: 'Pages charged.' }),
  jobs: Type.Integer({ description: 'Jobs that were charged, which are those that were done.' }),
};

export const UsageQuery = Type.Object({
  from: Type.Optional(Day('First day (UTC); the first of the month of `to` unless given.')),
  to: Type.Optional(Day(`Last day (UTC), today unless given; at most ${rangeDaysMax} days in all.`)),
});

export const UsageBody = Type.Object(
  {
    from: Day(),
    to: Day(),
    ...sums,
    days: Type.Array(Type.Object({ date: Day(), ...sums }), { description: 'Every day of the range.' }),
    keys: Type.Array(
      Type.Object({
        api_key_id: OrNull(Type.String()),
        name: OrNull(Type.String()),
        key_prefix: OrNull(Type.String()),
        ...sums,
      }),
      { description: 'By API key, the largest first; null is for sessions.' },
    ),
    month: Type.Object(
      {
        pages_used: Type.Integer({ description: 'Charged and reserved, as in `GET /auth/me`.' }),
        pages_reserved: Type.Integer({ description: 'For jobs that are not finished yet.' }),
        pages_limit: Type.Integer(),
        pages_remaining: Type.Integer(),
        resets_at: Timestamp,
      },
      { description: 'The current month (UTC), whatever the range is.' },
    ),
  },
  { $id: 'Usage', examples: [usageExample] },
);

export function toUsageBody({ range, total, days, keys, month }: UsageReport): Static<typeof UsageBody> {
  return {
    ...range,
    ...total,
    days: days.map(({ day, pages, jobs }) => ({ date: day, pages, jobs })),
    keys: keys.map(({ key, pages, jobs }) => ({
      api_key_id: key?.id ?? null,
      name: key?.name ?? null,
      key_prefix: key?.keyPrefix ?? null,
      pages,
      jobs,
    })),
    month: {
      pages_used: pagesUsed(month),
      pages_reserved: month.pagesReserved,
      pages_limit: month.pagesLimit,
      pages_remaining: pagesRemaining(month, month.pagesLimit),
      resets_at: month.resetsAt.toISOString(),
    },
  };
}

export const LedgerBody = Type.Object(
  {
    job_id: Type.String({ format: 'uuid' }),
    movements: Type.Array(
      Type.Object({
        kind: OneOf(ledgerKinds),
        pages: Type.Integer({ minimum: 1 }),
        month: Type.String({ description: 'The month it counts for, such as `2026-11`.' }),
        at: Timestamp,
      }),
    ),
    pages_charged: Type.Integer(),
    pages_reserved: Type.Integer({ description: 'Reserved, and neither charged nor released yet.' }),
  },
  { $id: 'Ledger', examples: [ledgerExample] },
);

export function toLedgerBody({ jobId, movements }: JobLedger): Static<typeof LedgerBody> {
  const pagesOf = (kind: Movement['kind']) =>
    movements.find((movement) => movement.kind === kind)?.pages ?? 0;
  return {
    job_id: jobId,
    movements: movements.map(({ kind, pages, month, at }) => ({
      kind,
      pages,
      month: month.slice(0, 7),
      at: at.toISOString(),
    })),
    pages_charged: pagesOf('charge'),
    pages_reserved: pagesOf('reserve') - pagesOf('charge') - pagesOf('release'),
  };
}

const PlanBody = Type.Object({
  tier: OneOf(tiers),
  pages_per_month: Type.Integer(),
  file_bytes_max: OrNull(Type.Integer(), { description: 'null is unlimited.' }),
  active_jobs_max: Type.Integer(),
  api_keys_max: Type.Integer(),
  programmatic_access: Type.Boolean(),
  ocr_pages_max: OrNull(Type.Integer(), {
    description:
      'Pages of a document whose text is recognized (OCR). null is the limit of the server, which is the same for all plans.',
  }),
});

export const PlansBody = Type.Object(
  { plans: Type.Array(PlanBody), current: OneOf(tiers, { description: 'Your own.' }) },
  { $id: 'Plans', examples: [plansExample] },
);

export function toPlansBody(plans: Plans, { account }: Caller): Static<typeof PlansBody> {
  const wire = (plan: Plan) => snakeKeys(plan) as Omit<Static<typeof PlanBody>, 'tier'>;
  return { plans: tiers.map((tier) => ({ tier, ...wire(plans[tier]) })), current: account.tier };
}
