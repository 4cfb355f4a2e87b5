/**
 * `npm run faults -- <run>|all [--seed N] [--size short|full] [--without A,B] [--sabotage] [--unguarded] [--keep] [--report]`: breaks the service
 * on purpose and shows what held. Ends with a table; the exit code says whether every figure was reached.
 */
import { parseArgs } from 'node:util';
import { wipe } from '@octavo/testkit/services/manage.ts';
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';
import { isNoticed, writeControls } from '@octavo/testkit/runner/controls-page.ts';
import { execute } from '@octavo/testkit/runner/execute.ts';
import type { FaultRun } from '@octavo/testkit/runner/scenario.ts';
import { guards } from './guards.ts';
import { type RunRecord, recordOf } from '@octavo/testkit/runner/record.ts';
import { writeReport } from './report.ts';
import { allRuns } from './runs/all.ts';
import { migration } from './runs/migration.ts';
import {
  type Draw,
  drawOptions,
  inPart,
  longSessions,
  type Part,
  partsOf,
  readDraw,
  withServices,
} from '@octavo/testkit/runner/series.ts';
import { hasEarlierVersion } from '@octavo/testkit/processes/earlier-version.ts';
import { endLeftovers } from '@octavo/testkit/processes/fleet.ts';
import type { Ground } from '@octavo/testkit/environment/test-environment.ts';
import { plainTable } from '@octavo/testkit/runner/table.ts';

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
  for (const part of partsOf(runs, guards, options.unguarded)) {
    if (isInterrupted) break;
    const record = await runOne(set, part, options, (opened) => {
      ground = opened;
    });
    if (isInterrupted) break;
    records.push(record);
    // After each, so that an interrupted series leaves what it has shown.
    if (options.report && options.unguarded) writeControls(records);
    else if (options.report) writeReport(records);
    say(`${record.load}; ${Math.round(record.tookMs / 1000)} s`);
    for (const note of record.notes) say(`  ${note}`);
    for (const failure of record.failures.slice(0, 20)) say(`  FAILED ${failure}`);
  }
  return records;
}

async function runOne(
  set: ServiceSet,
  part: Part<FaultRun>,
  options: Options,
  onGround: (ground: Ground) => void,
): Promise<RunRecord> {
  const { run, without } = part;
  const { size, sabotage } = options;
  const described = without === null ? {} : { without: without.guard };
  return inPart(part, options, say, async (place) => {
    const began = performance.now();
    try {
      const result = await execute(run, { set, size, sabotage, onGround, say, ...place });
      return recordOf({ ...result, ...described });
    } catch (error) {
      const misses = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
      const outcome = { load: 'did not come to its end', misses };
      const tookMs = performance.now() - began;
      const { seed } = place;
      return recordOf({ run: run.name, size, seed, outcome, verdict: new Map(), tookMs, ...described });
    }
  });
}

type Options = Draw & {
  readonly sabotage: boolean;
  readonly unguarded: boolean;
  readonly keep: boolean;
  readonly report: boolean;
};

function readOptions(): { names: readonly string[]; without: readonly string[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...drawOptions,
      sabotage: { type: 'boolean', default: false },
      unguarded: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      without: { type: 'string', default: '' },
    },
  });
  const { seed, size, without, ...flags } = values;
  return {
    names: positionals,
    without: without.split(','),
    options: { ...flags, ...readDraw({ size, seed }) },
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
  const set = longSessions(process.env['OCTAVO_FAULTS_SET'] || 'faults');
  const began = performance.now();
  return withServices(set, { keeps: options.keep }, async () => {
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
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
