/**
 * `npm run security -- <run>…|all [--size short|full] [--seed N] [--without A,B] [--sabotage] [--unguarded] [--report]`:
 * attacks a whole service of its own and shows what held. Ends with a table; the exit code says whether every figure was reached.
 */
import { parseArgs } from 'node:util';
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';
import { isNoticed, writeControls } from '@octavo/testkit/runner/controls-page.ts';
import { recordOf } from '@octavo/testkit/runner/record.ts';
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
import { endLeftovers } from '@octavo/testkit/processes/fleet.ts';
import type { Ground } from '@octavo/testkit/environment/test-environment.ts';
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

const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = Draw & {
  readonly sabotage: boolean;
  readonly unguarded: boolean;
  readonly report: boolean;
};

const controlsPage = {
  title: 'The attacks without the guards',
  command: 'npm run security',
  file: 'docs/operations/security-controls.md',
};

async function attackOnce(
  set: ServiceSet,
  part: Part<SecurityRun>,
  options: Options,
  onGround: (ground: Ground) => void,
): Promise<SecurityResult> {
  const { run, without } = part;
  const { size, sabotage } = options;
  return inPart(part, options, say, async (place) => {
    const result = await attack(run, { set, size, sabotage, onGround, say, ...place });
    say(`${result.outcome.load}; ${Math.round(result.tookMs / 1000)} s`);
    for (const note of result.outcome.notes ?? []) say(`  ${note}`);
    for (const failure of recordOf(result).failures.slice(0, 60)) say(`  FAILED ${failure}`);
    return without === null ? result : { ...result, without: without.guard };
  });
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
  for (const part of partsOf(runs, guards, options.unguarded)) {
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
      ...drawOptions,
      without: { type: 'string', default: '' },
      sabotage: { type: 'boolean', default: false },
      unguarded: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  const { size, seed, without, ...flags } = values;
  const unknown = positionals.filter((name) => name !== 'all' && !allRuns.some((run) => run.name === name));
  if (unknown.length > 0) throw new Error(`there is no run called ${unknown.join(', ')}\n\n${usage}`);
  const runs = allRuns.filter(({ name }) => positionals.includes('all') || positionals.includes(name));
  return {
    runs: runs.filter(({ name }) => !without.split(',').includes(name)),
    options: { ...flags, ...readDraw({ size, seed }) },
  };
}

async function main(): Promise<number> {
  const { runs, options } = readOptions();
  if (runs.length === 0) {
    say(usage);
    return 2;
  }
  const set = longSessions(process.env['OCTAVO_SECURITY_SET'] || 'security');
  return withServices(set, {}, async () => {
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
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
