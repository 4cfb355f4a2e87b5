/**
 * `npm run security -- <run>…|all [--size short|full] [--seed N] [--without A,B] [--sabotage]`: attacks a whole service
 * of its own and shows what held. Ends with a table; the exit code says whether every figure was reached.
 */
import { parseArgs } from 'node:util';
import type { Size } from '../faults/fault-run.ts';
import { recordOf } from '../faults/record.ts';
import { endLeftovers } from '../faults/stack/fleet.ts';
import type { Ground } from '../faults/stack/ground.ts';
import { freshSeed } from '../scripts/random.ts';
import { status, up, wipe } from '../scripts/services/manage.ts';
import { type ServiceSet, serviceSet } from '../scripts/services/service-set.ts';
import { attack, hasHeld, type SecurityResult, type SecurityRun } from './security-run.ts';
import { plainTable } from './table.ts';
import { uploads } from './uploads.ts';

const allRuns: readonly SecurityRun[] = [uploads];

const usage = `usage: npm run security -- <run>…|all [--size short|full] [--seed N] [--without A,B] [--sabotage]

${allRuns.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

  --size       short (the default) or full, the sizes of the figures
  --seed N     the same choices again; without it a new seed is drawn, and printed
  --without    names of runs to leave out, separated by commas
  --sabotage   plants damage before the check: the run must fail
`;

/** A session must outlast the longest run. */
const sessionSeconds = '86400';
const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = { readonly size: Size; readonly seed: number | undefined; readonly sabotage: boolean };

async function attackAll(
  set: ServiceSet,
  runs: readonly SecurityRun[],
  options: Options,
): Promise<SecurityResult[]> {
  const results: SecurityResult[] = [];
  let ground: Ground | null = null;
  const interrupted = async (code: number) => {
    await ground?.end().catch(() => {});
    await endLeftovers(set);
    process.exit(code);
  };
  process.once('SIGINT', () => void interrupted(130));
  process.once('SIGTERM', () => void interrupted(143));
  const onGround = (opened: Ground) => {
    ground = opened;
  };
  for (const run of runs) {
    const seed = options.seed ?? freshSeed();
    say(`\n=== ${run.name}: ${run.about} (${options.size}, seed ${seed})`);
    const result = await attack(run, { set, ...options, seed, onGround, say });
    say(`${result.outcome.load}; ${Math.round(result.tookMs / 1000)} s`);
    for (const note of result.outcome.notes ?? []) say(`  ${note}`);
    for (const failure of recordOf(result).failures.slice(0, 20)) say(`  FAILED ${failure}`);
    results.push(result);
  }
  return results;
}

function readOptions(): { runs: readonly SecurityRun[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'short' },
      seed: { type: 'string' },
      without: { type: 'string', default: '' },
      sabotage: { type: 'boolean', default: false },
    },
  });
  const { size, seed, without, sabotage } = values;
  if (size !== 'short' && size !== 'full') throw new Error(`--size is short or full, not ${size}`);
  if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error(`--seed is a whole number, not ${seed}`);
  const unknown = positionals.filter((name) => name !== 'all' && !allRuns.some((run) => run.name === name));
  if (unknown.length > 0) throw new Error(`there is no run called ${unknown.join(', ')}\n\n${usage}`);
  const runs = allRuns.filter(({ name }) => positionals.includes('all') || positionals.includes(name));
  return {
    runs: runs.filter(({ name }) => !without.split(',').includes(name)),
    options: { size, seed: seed === undefined ? undefined : Number(seed), sabotage },
  };
}

async function main(): Promise<number> {
  const { runs, options } = readOptions();
  if (runs.length === 0) {
    say(usage);
    return 2;
  }
  const set = serviceSet(process.env['OCTAVO_SECURITY_SET'] || 'security', {
    ...process.env,
    OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds,
  });
  await endLeftovers(set);
  const keepsServices = (await status(set)).isUp;
  try {
    await up(set);
    const results = await attackAll(set, runs, options);
    say(`\n${plainTable(results)}`);
    const held = results.filter(hasHeld).length;
    say(`\n${held} held, ${results.length - held} failed`);
    return held === results.length ? 0 : 1;
  } finally {
    await endLeftovers(set);
    if (!keepsServices) await wipe(set);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
