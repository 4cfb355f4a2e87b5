/**
 * `npm run faults -- <run>|all [--seed N] [--size short|full] [--without A,B] [--sabotage] [--unguarded] [--keep] [--report]`: breaks the service
 * on purpose and shows what held. Ends with a table; the exit code says whether every figure was reached.
 */
import { parseArgs } from 'node:util';
import { freshSeed } from '../scripts/random.ts';
import { status, up, wipe } from '../scripts/services/manage.ts';
import { type ServiceSet, serviceSet } from '../scripts/services/service-set.ts';
import { isNoticed, writeControls } from './controls.ts';
import { execute } from './execute.ts';
import type { FaultRun, Size } from './fault-run.ts';
import { guards } from './guards.ts';
import { type RunRecord, recordOf } from './record.ts';
import { writeReport } from './report.ts';
import { allRuns } from './runs/all.ts';
import { migration } from './runs/migration.ts';
import { hasEarlierVersion } from './stack/earlier-version.ts';
import { endLeftovers } from './stack/fleet.ts';
import type { Ground } from './stack/ground.ts';
import { checkOutWithout, type Guard } from './stack/without-guard.ts';
import { plainTable } from './table.ts';

const usage = `usage: npm run faults -- <run>…|all [--seed N] [--size short|full] [--without A,B] [--sabotage] [--unguarded] [--keep] [--report]

${allRuns.map(({ name, about }) => `  ${name.padEnd(18)}${about}`).join('\n')}

  --seed N     the same choices again; without it a new seed is drawn, and printed
  --size       short (the default) or full, the sizes of the figures
  --without    names of runs to leave out, separated by commas
  --sabotage   plants damage before the check: the run must fail
  --unguarded  takes out the guards a run rests on, one at a time: each time the run must fail
  --keep       leaves the services up, with their logs
  --report     writes docs/operations/fault-report.md, or fault-controls.md with --unguarded
`;

/** A session must outlast the longest run. */
const sessionSeconds = '86400';
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function runAll(set: ServiceSet, runs: readonly FaultRun[], options: Options): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  let ground: Ground | null = null;
  let isInterrupted = false;
  const interrupted = async (code: number) => {
    isInterrupted = true;
    say('interrupted: ending what was started');
    await ground?.end().catch(() => {});
    await endLeftovers(set);
    if (!options.keep) await wipe(set);
    process.exit(code);
  };
  process.once('SIGINT', () => void interrupted(130));
  process.once('SIGTERM', () => void interrupted(143));
  for (const part of series(runs, options)) {
    if (isInterrupted) break;
    const record = await runOne(set, part, options, (opened) => {
      ground = opened;
    });
    if (isInterrupted) break;
    records.push(record);
    // After each, so that an interrupted series leaves what it has shown.
    if (options.report) (options.unguarded ? writeControls : writeReport)(records);
    say(`${record.load}; ${Math.round(record.tookMs / 1000)} s`);
    for (const note of record.notes) say(`  ${note}`);
    for (const failure of record.failures.slice(0, 20)) say(`  FAILED ${failure}`);
  }
  return records;
}

type Part = { readonly run: FaultRun; readonly without: Guard | null };

/** Each run once, or once for each of its guards. */
const series = (runs: readonly FaultRun[], { unguarded }: Options): readonly Part[] =>
  unguarded
    ? runs.flatMap((run) => guards.filter((one) => one.run === run.name).map((without) => ({ run, without })))
    : runs.map((run) => ({ run, without: null }));

async function runOne(
  set: ServiceSet,
  { run, without }: Part,
  { size, sabotage, seed: given }: Options,
  onGround: (ground: Ground) => void,
): Promise<RunRecord> {
  const seed = given ?? freshSeed();
  const guard = without === null ? '' : `, without its guard: ${without.guard}`;
  say(`\n=== ${run.name}: ${run.about} (${size}, seed ${seed}${guard})`);
  const began = performance.now();
  const tree = without && checkOutWithout(without);
  const checkout = tree === null ? {} : { checkout: tree.directory };
  const described = without === null ? {} : { without: without.guard };
  try {
    const result = await execute(run, { set, size, seed, sabotage, onGround, say, ...checkout });
    return recordOf({ ...result, ...described });
  } catch (error) {
    const misses = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    const outcome = { load: 'did not come to its end', misses };
    const tookMs = performance.now() - began;
    return recordOf({ run: run.name, size, seed, outcome, verdict: new Map(), tookMs, ...described });
  } finally {
    tree?.remove();
  }
}

type Options = {
  readonly seed: number | undefined;
  readonly size: Size;
  readonly sabotage: boolean;
  readonly unguarded: boolean;
  readonly keep: boolean;
  readonly report: boolean;
};

function readOptions(): { names: readonly string[]; without: readonly string[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      size: { type: 'string', default: 'short' },
      sabotage: { type: 'boolean', default: false },
      unguarded: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      without: { type: 'string', default: '' },
    },
  });
  const { seed, size, without, ...flags } = values;
  if (size !== 'short' && size !== 'full') throw new Error(`--size is short or full, not ${size}`);
  if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error(`--seed is a whole number, not ${seed}`);
  return {
    names: positionals,
    without: without.split(','),
    options: { ...flags, size, seed: seed === undefined ? undefined : Number(seed) },
  };
}

function chosen(names: readonly string[]): readonly FaultRun[] {
  if (names.includes('all')) {
    if (hasEarlierVersion()) return allRuns;
    say(`${migration.name} is left out: the history of the repository is not here`);
    return allRuns.filter((run) => run !== migration);
  }
  return names.map((name) => {
    const run = allRuns.find((known) => known.name === name);
    if (run === undefined) throw new Error(`there is no run called ${name}\n\n${usage}`);
    return run;
  });
}

async function main(): Promise<number> {
  const { names, without, options } = readOptions();
  const runs = chosen(names).filter(({ name }) => !without.includes(name));
  if (runs.length === 0) {
    process.stdout.write(usage);
    return 2;
  }
  const set = serviceSet(process.env['OCTAVO_FAULTS_SET'] || 'faults', {
    ...process.env,
    OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds,
  });
  await endLeftovers(set);
  const keepsServices = (await status(set)).isUp || options.keep;
  const began = performance.now();
  try {
    await up(set);
    const records = await runAll(set, runs, options);
    say(`\n${plainTable(records)}`);
    const took = `${Math.round((performance.now() - began) / 1000)} s`;
    const failed = records.filter(({ failures }) => failures.length > 0);
    if (options.unguarded) {
      const noticed = records.filter(isNoticed).length;
      say(`\n${noticed} missing guards noticed, ${records.length - noticed} not, ${took}`);
      return noticed === records.length ? 0 : 1;
    }
    say(`\n${records.length - failed.length} held, ${failed.length} failed, ${took}`);
    return failed.length === 0 ? 0 : 1;
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
