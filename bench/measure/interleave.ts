/** Measures contenders in turn within one run, so that a slow phase of the machine hits all of them. */
import type { Context } from '../bench.ts';

export type Contenders<Name extends string> = Readonly<Record<Name, (round: number) => Promise<number>>>;

type RoundLimits = Pick<Context, 'rounds' | 'endsAtMs' | 'say'>;

/** Whether another round as long as the last one would still end in time. */
export function isTimeLeft({ endsAtMs }: Pick<Context, 'endsAtMs'>, roundBeganMs: number): boolean {
  const now = performance.now();
  return now + (now - roundBeganMs) <= endsAtMs;
}

/** Each round starts with another contender, so that the order does not favour one. */
export async function interleave<Name extends string>(
  pace: RoundLimits,
  contenders: Contenders<Name>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const { rounds, say } = pace;
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const beganMs = performance.now();
    const shift = round % names.length;
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      measured[name].push(await contenders[name](round));
    }
    const latest = names.map((name) => `${name} ${measured[name].at(-1)?.toPrecision(4)}`);
    say(`  round ${round + 1}/${rounds}: ${latest.join(', ')}`);
    if (round + 1 < rounds && !isTimeLeft(pace, beganMs)) {
      say('  time limit reached: no further round');
      break;
    }
  }
  return measured;
}

export function sideBySide(ours: readonly number[], bare: readonly number[]) {
  return ours.map((value, round) => ({ ours: value, bare: bare[round] ?? Number.NaN }));
}
