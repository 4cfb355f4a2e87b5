/** How many jobs run at once: what the plan allows, or fewer if the user says so. */
import type { Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';

/** Used when the plan cannot be read: the limit of the smallest plan. */
const fallbackConcurrency = 2;

async function concurrencyOfPlan(client: Octavo, signal: AbortSignal): Promise<number> {
  try {
    return (await client.plans.current({ signal }))?.active_jobs_max ?? fallbackConcurrency;
  } catch (error) {
    signal.throwIfAborted();
    // A rejected key fails for every file, so fail now.
    if ((error as { status?: number }).status === 401 || (error as { status?: number }).status === 403)
      throw error;
    return fallbackConcurrency;
  }
}

export async function chooseConcurrency(
  context: Context,
  client: Octavo,
  wanted: number | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { profile } = await context.settings();
  const chosen = wanted ?? profile.concurrency ?? Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(chosen, await concurrencyOfPlan(client, signal)));
}
