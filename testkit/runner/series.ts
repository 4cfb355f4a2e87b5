/** What the command lines that break, attack and measure share: their services, their parts, their seeds and sizes. */
import { freshSeed } from '../seeded-random.ts';
import { status, up, wipe } from '../services/manage.ts';
import { type ServiceSet, serviceSet } from '../services/service-set.ts';
import type { Size } from './scenario.ts';
import { endLeftovers } from '../processes/fleet.ts';
import { checkOutWithout, type Guard } from './without-safeguard.ts';

/** A session must outlast the longest run. */
const sessionSeconds = '86400';

export const longSessions = (name: string): ServiceSet =>
  serviceSet(name, { ...process.env, OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds });

export type ServiceUse = {
  /** Leaves them up afterwards, as it also does with those that were up before. */
  readonly keeps?: boolean;
  readonly needsNone?: boolean;
};

/** Nothing of an earlier series is left when it begins, and nothing of this one when it ends. */
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

type Named = { readonly name: string; readonly about: string };
export type Part<Run extends Named> = { readonly run: Run; readonly without: Guard | null };

/** Each run once, or once for each of its guards. */
export const partsOf = <Run extends Named>(
  runs: readonly Run[],
  guards: readonly Guard[],
  unguarded: boolean,
): readonly Part<Run>[] =>
  unguarded
    ? runs.flatMap((run) => guards.filter((one) => one.run === run.name).map((without) => ({ run, without })))
    : runs.map((run) => ({ run, without: null }));

export type Draw = { readonly size: Size; readonly seed: number | undefined };

/** Says what comes, and hands on the seed and the tree that the service is started from, if it is not this one. */
export async function inPart<Result>(
  { run, without }: Part<Named>,
  { size, seed: given }: Draw,
  say: (text: string) => void,
  work: (place: { readonly seed: number; readonly checkout?: string }) => Promise<Result>,
): Promise<Result> {
  const seed = given ?? freshSeed();
  const guard = without === null ? '' : `, without its guard: ${without.guard}`;
  say(`\n=== ${run.name}: ${run.about} (${size}, seed ${seed}${guard})`);
  const tree = without && checkOutWithout(without);
  try {
    return await work(tree === null ? { seed } : { seed, checkout: tree.directory });
  } finally {
    tree?.remove();
  }
}

/** For `parseArgs`. */
export const drawOptions = {
  seed: { type: 'string' },
  size: { type: 'string', default: 'short' },
} as const;

export function readDraw({
  size,
  seed,
}: {
  readonly size: string;
  readonly seed?: string | undefined;
}): Draw {
  if (size !== 'short' && size !== 'full') throw new Error(`--size is short or full, not ${size}`);
  if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error(`--seed is a whole number, not ${seed}`);
  return { size, seed: seed === undefined ? undefined : Number(seed) };
}
