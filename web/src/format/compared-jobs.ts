/** The order of two jobs in a comparison: from the older to the newer. */
import type { Job } from '@octavo/sdk';

export function comparedJobs(one: Job, other: Job): { readonly baseId: string; readonly headId: string } {
  const isOlder = Date.parse(one.created_at) <= Date.parse(other.created_at);
  return isOlder ? { baseId: one.id, headId: other.id } : { baseId: other.id, headId: one.id };
}
