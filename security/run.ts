/**
 * `npm run security -- <run>…|all [--size short|full] [--seed N] [--without A,B] [--sabotage] [--unguarded] [--report]`:
 * attacks a whole service of its own and shows what held. Ends with a table; the exit code says whether every figure was reached.
 */
import { parseArgs } from 'node:util';
import { isNoticed, writeControls } from '../faults/controls.ts';
import type { Size } from '../faults/fault-run.ts';
import { recordOf } from '../faults/record.ts';
import { endLeftovers } from '../faults/stack/fleet.ts';
import type { Ground } from '../faults/stack/ground.ts';
import { checkOutWithout, type Guard } from '../faults/stack/without-guard.ts';
import { freshSeed } from '../scripts/random.ts';
import { status, up, wipe } from '../scripts/services/manage.ts';
import { type ServiceSet, serviceSet } from '../scripts/services/service-set.ts';
import { allRuns } from './all-runs.ts';
import { guards } from './guards.ts';
import { writeReport } from './report.ts';
import { attack, hasHeld, type SecurityResult, type SecurityRun } from './security-run.ts';
import { plainTable } from './table.ts';

const usage = `usage: npm run security -- <run>…|all [--size short|full] [--seed N] [--without A,B] [--sabotage] [--unguarded] [--report]

${allRuns.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

  --size       short (the default) or full, the sizes of the figures
  --seed N     the same choices again; without it a new seed is drawn, and printed
  --without    names of runs to leave out, separated by commas
  --sabotage   plants damage before the check: the run must fail
  --unguarded  takes out the guards a run rests on, one at a time: each time the run must fail
  --report     writes docs/operations/security-report.md, or security-controls.md with --unguarded
`;

/** A session must outlast the longest run. */
const sessionSeconds = '86400';
const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = {
  readonly size: Size;
  readonly seed: number | undefined;
  readonly sabotage: boolean;
  readonly unguarded: boolean;
  readonly report: boolean;
};

type Part = { readonly run: SecurityRun; readonly without: Guard | null };

const controlsPage = {
  title: 'The attacks without the guards',
  command: 'npm run security',
  file: 'docs/operations/security-controls.md',
};

/** Each run once, or once for each of its guards. */
const series = (runs: readonly SecurityRun[], { unguarded }: Options): readonly Part[] =>
  unguarded
    ? runs.flatMap((run) => guards.filter((one) => one.run === run.name).map((without) => ({ run, without })))
    : runs.map((run) => ({ run, without: null }));

async function attackOnce(
  set: ServiceSet,
  { run, without }: Part,
  { size, sabotage, seed: given }: Options,
  onGround: (ground: Ground) => void,
): Promise<SecurityResult> {
  const seed = given ?? freshSeed();
  const guard = without === null ? '' : `, without its guard: ${without.guard}`;
  say(`\n=== ${run.name}: ${run.about} (${size}, seed ${seed}${guard})`);
  const tree = without && checkOutWithout(without);
  try {
    const checkout = tree === null ? {} : { checkout: tree.directory };
    const result = await attack(run, { set, size, sabotage, seed, onGround, say, ...checkout });
    say(`${result.outcome.load}; ${Math.round(result.tookMs / 1000)} s`);
    for (const note of result.outcome.notes ?? []) say(`  ${note}`);
    for (const failure of recordOf(result).failures.slice(0, 60)) say(`  FAILED ${failure}`);
    return without === null ? result : { ...result, without: without.guard };
  } finally {
    tree?.remove();
  }
}

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
  for (const part of series(runs, options)) {
    const result = await attackOnce(set, part, options, onGround);
    results.push(result);
    // After each, so that an interrupted series leaves what it has shown.
    if (options.report && options.unguarded) writeControls(results.map(recordOf), controlsPage);
    else if (options.report) writeReport(results);
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
      unguarded: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  const { size, seed, without, ...flags } = values;
  if (size !== 'short' && size !== 'full') throw new Error(`--size is short or full, not ${size}`);
  if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error(`--seed is a whole number, not ${seed}`);
  const unknown = positionals.filter((name) => name !== 'all' && !allRuns.some((run) => run.name === name));
  if (unknown.length > 0) throw new Error(`there is no run called ${unknown.join(', ')}\n\n${usage}`);
  const runs = allRuns.filter(({ name }) => positionals.includes('all') || positionals.includes(name));
  return {
    runs: runs.filter(({ name }) => !without.split(',').includes(name)),
    options: { size, seed: seed === undefined ? undefined : Number(seed), ...flags },
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
    say(`\n${plainTable(results.map((result) => ({ ...result, load: result.outcome.load })))}`);
    if (options.unguarded) {
      const noticed = results.filter((result) => isNoticed(recordOf(result))).length;
      say(`\n${noticed} missing guards noticed, ${results.length - noticed} not`);
      return noticed === results.length ? 0 : 1;
    }
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
