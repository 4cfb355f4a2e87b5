/** The command line of a suite of scenarios: chooses, runs, prints and reports them. */
import { parseArgs } from 'node:util';
import type { ProcessEnv } from '../processes/fleet.ts';
import { freshSeed } from '../seeded-random.ts';
import { chooseByName, listOf, runCommandLine, UsageError } from './command-line.ts';
import { writeControlsPage } from './controls-page.ts';
import { type Execution, execute } from './execute.ts';
import { hasPassed, isNoticed, type RunRecord } from './record.ts';
import { type ReportPage, writeReport } from './report-page.ts';
import type { Scenario, Size } from './scenario.ts';
import { inSeries, longSessions, withServices } from './series.ts';
import { plainTable } from './table.ts';
import { checkOutWithoutSafeguard, type Safeguard } from './without-safeguard.ts';

export type Suite = {
  /** The npm script: `faults`. */
  readonly command: string;
  /** Name of the service set it runs on. */
  readonly serviceSet: string;
  /** Environment variables of every process, unless a scenario sets them itself. */
  readonly env?: ProcessEnv;
  readonly scenarios: readonly Scenario[];
  readonly safeguards: readonly Safeguard[];
  readonly report: ReportPage;
  /** Negative controls: title and path of their page. */
  readonly controls: { readonly title: string; readonly file: string };
  /** Why a scenario cannot run here; it is then left out of `all`. */
  readonly unavailable?: (scenario: Scenario) => string | null;
};

type Options = {
  readonly size: Size;
  readonly seed: number | undefined;
  readonly corrupt: boolean;
  readonly withoutSafeguards: boolean;
  readonly keep: boolean;
  readonly report: boolean;
};

const say = (text: string) => void process.stdout.write(`${text}\n`);

const usageOf = ({ command, scenarios, report, controls }: Suite) => `\
usage: npm run ${command} -- <scenario>…|all [options]

${scenarios.map(({ name, about }) => `  ${name.padEnd(20)}${about}`).join('\n')}

  --seed N              repeats the choices of an earlier run; otherwise a new seed is drawn and printed
  --size short|full     short is the default; the figures in the report are of size full
  --without A,B         leaves these scenarios out
  --corrupt             negative control: damages records before the check, so that the run must fail
  --without-safeguards  negative control: removes each safeguard of a scenario from the server in turn; the run must fail
  --keep                leaves the services running, with their logs
  --report              writes ${report.file}, or ${controls.file} with --without-safeguards
  --help                prints this text
`;

function readOptions(suite: Suite): { scenarios: readonly Scenario[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      size: { type: 'string', default: 'short' },
      without: { type: 'string', default: '' },
      corrupt: { type: 'boolean', default: false },
      'without-safeguards': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  });
  const { size, seed, corrupt, keep, report } = values;
  if (size !== 'short' && size !== 'full') throw new UsageError(`--size is short or full, not ${size}`);
  if (seed !== undefined && !/^\d+$/.test(seed))
    throw new UsageError(`--seed is a whole number, not ${seed}`);
  const chosen = chooseByName(suite.scenarios, positionals, listOf(values.without));
  const scenarios = chosen.filter((scenario) => {
    const reason = positionals.includes('all') ? (suite.unavailable?.(scenario) ?? null) : null;
    if (reason !== null) say(`${scenario.name} is left out: ${reason}`);
    return reason === null;
  });
  const withoutSafeguards = values['without-safeguards'];
  return {
    scenarios,
    options: {
      size,
      seed: seed === undefined ? undefined : Number(seed),
      corrupt,
      keep,
      report,
      withoutSafeguards,
    },
  };
}

type Run = { readonly scenario: Scenario; readonly missing: Safeguard | null };

/** Each scenario once, or once for each of its safeguards. */
const runsOf = (
  scenarios: readonly Scenario[],
  safeguards: readonly Safeguard[],
  isControl: boolean,
): Run[] =>
  scenarios.flatMap((scenario): Run[] =>
    isControl
      ? safeguards.filter(({ run }) => run === scenario.name).map((missing) => ({ scenario, missing }))
      : [{ scenario, missing: null }],
  );

async function runOnce(
  { set, env }: Pick<Execution, 'set' | 'env'>,
  { scenario, missing }: Run,
  options: Options,
  signal: AbortSignal,
) {
  const { size, corrupt } = options;
  const seed = options.seed ?? freshSeed();
  const described = missing === null ? '' : `, without its safeguard: ${missing.safeguard}`;
  say(`\n=== ${scenario.name}: ${scenario.about} (${size}, seed ${seed}${described})`);
  const execution: Execution = { set, env, size, seed, corrupt, signal, say };
  if (missing === null) return execute(scenario, execution);
  const tree = checkOutWithoutSafeguard(missing);
  try {
    return await execute(scenario, { ...execution, checkout: tree.directory, without: missing.safeguard });
  } finally {
    tree.remove();
  }
}

function printRecord({ load, tookMs, notes, failures }: RunRecord): void {
  say(`${load}; ${Math.round(tookMs / 1000)} s`);
  for (const note of notes) say(`  ${note}`);
  for (const failure of failures.slice(0, 40)) say(`  FAILED ${failure}`);
}

function summary(records: readonly RunRecord[], { withoutSafeguards }: Options): number {
  const good = records.filter(withoutSafeguards ? isNoticed : hasPassed).length;
  const rest = records.length - good;
  say(
    withoutSafeguards
      ? `\n${good} missing safeguards noticed, ${rest} not noticed`
      : `\n${good} passed, ${rest} failed`,
  );
  return rest === 0 ? 0 : 1;
}

export function runSuite(suite: Suite): Promise<void> {
  const { command, safeguards, report, controls, env = {} } = suite;
  return runCommandLine(usageOf(suite), async () => {
    const { scenarios, options } = readOptions(suite);
    const set = longSessions(suite.serviceSet);
    const records: RunRecord[] = [];
    return withServices(set, { keeps: options.keep }, async () => {
      await inSeries(runsOf(scenarios, safeguards, options.withoutSafeguards), async (run, signal) => {
        const record = await runOnce({ set, env }, run, options, signal);
        printRecord(record);
        if (signal.aborted) return;
        records.push(record);
        // After each run, so that an interrupted series keeps its results.
        if (options.report && options.withoutSafeguards) writeControlsPage(records, { command, ...controls });
        else if (options.report) writeReport(report, records);
      });
      say(`\n${plainTable(records)}`);
      return summary(records, options);
    });
  });
}
