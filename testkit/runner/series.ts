/** Shared by the commands that run scenarios: the service set, and a clean shutdown on interrupt. */
import { endLeftovers } from '../processes/fleet.ts';
import { status, up, wipe } from '../services/manage.ts';
import { type ServiceSet, serviceSet } from '../services/service-set.ts';

/** A session must outlast the longest run. */
const sessionSeconds = '86400';

export const longSessions = (name: string): ServiceSet =>
  serviceSet(name, { ...process.env, OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds });

export type ServiceUse = {
  /** Leaves the services running, which also happens if they were running before. */
  readonly keeps?: boolean;
  readonly needsNone?: boolean;
};

/** Removes what an earlier series left behind before it begins, and cleans up after itself. */
export async function withServices<Result>(
  set: ServiceSet,
  { keeps = false, needsNone = false }: ServiceUse,
  work: () => Promise<Result>,
): Promise<Result> {
  await endLeftovers(set);
  const keepsServices = (await status(set)).isUp || keeps;
  try {
    if (!needsNone) await up(set);
    return await work();
  } finally {
    await endLeftovers(set);
    if (!keepsServices) await wipe(set);
  }
}

/** Rejects as soon as the signal aborts; the work itself fails when its environment is removed. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const stop = () =>
    aborted.reject(new Error(signal.reason instanceof DOMException ? 'took too long' : 'interrupted'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}

/** One item after the other until all are done or the process is interrupted. */
export async function inSeries<Item>(
  items: readonly Item[],
  runOne: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupt.abort(new Error('interrupted')));
  }
  for (const item of items) {
    if (interrupt.signal.aborted) break;
    await runOne(item, interrupt.signal);
  }
  if (interrupt.signal.aborted) process.exitCode = 130;
}
