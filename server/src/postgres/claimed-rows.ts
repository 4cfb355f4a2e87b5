/** Maps rows of claimed jobs to claims. */
import type { Selectable } from 'kysely';
import type { Claim } from '../ports/store.ts';
import { jobColumns, toJob } from './job-rows.ts';
import type { Jobs } from './schema.ts';

export const claimedColumns = [
  ...jobColumns,
  'claim_id',
  'lease_until',
  'password_sealed',
  'trace_parent',
] as const;

export type ClaimedRow = Pick<Selectable<Jobs>, (typeof claimedColumns)[number]>;

export function toClaim(row: ClaimedRow): Claim {
  if (!row.lease_until || !row.claim_id) throw new Error('a job was claimed without a claim id or a lease');
  return {
    jobId: row.id,
    attempt: row.attempt,
    claimId: row.claim_id,
    job: toJob(row),
    leaseUntil: row.lease_until,
    sealedPassword: row.password_sealed,
    traceParent: row.trace_parent,
  };
}
