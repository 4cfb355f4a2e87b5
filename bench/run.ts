/**
 * `npm run bench -- <name>…|all [--size smoke|standard|full] [--rounds N] [--no-report] [--out DIR]`: measures the
 * service beside the bare things it is made of. Prints ratios with their spread and keeps them; the exit code says
 * whether every bench came to its end, not whether an aim was reached.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { longSessions, withServices } from '@octavo/testkit/runner/series.ts';
import type { ServiceSet } from '@octavo/testkit/services/service-set.ts';
import { type Bench, type Result, type Size, sizes } from './bench.ts';
import { allBenches } from './benches/all.ts';
import { execute } from './execute.ts';
import { writePages } from './report/pages.ts';
import { plainResult } from './report/plain.ts';
import { writeResult } from './results.ts';

const minutesOf = ({ minutes }: Bench) => `${minutes.standard} min`.padStart(8);

const usage = `usage: npm run bench -- <name>…|all [--size smoke|standard|full] [--rounds N] [--no-report] [--out DIR]

${allBenches.map((bench) => `  ${bench.name.padEnd(14)}${minutesOf(bench)}  ${bench.about}`).join('\n')}

  --size       standard unless said otherwise; smoke only shows that a bench works and is kept nowhere
  --rounds     how often each contender has its turn, if there is time
  --no-report  leaves bench/results and the pages made from it as they are
  --out        writes results and pages there instead of into this repository; smoke sizes too
`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = {
  readonly size: Size;
  readonly rounds: number | undefined;
  /** Where results are kept and pages written, and whether they are. */
  readonly root: string;
  readonly isKept: boolean;
};

function readOptions(): { names: readonly string[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      size: { type: 'string', default: 'standard' },
      rounds: { type: 'string' },
      report: { type: 'boolean', default: true },
      out: { type: 'string' },
    },
  });
  const size = sizes.find((known) => known === values.size);
  if (size === undefined) throw new Error(`--size is ${sizes.join(', ')}, not ${values.size}`);
  if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds)) {
    throw new Error(`--rounds is a whole number, not ${values.rounds}`);
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  // Smoke sizes say nothing about speed: this repository does not keep them.
  const isKept = values.report && (size !== 'smoke' || values.out !== undefined);
  const root = values.out === undefined ? repository : resolve(values.out);
  return { names: positionals, options: { size, rounds, root, isKept } };
}

function chosen(names: readonly string[]): readonly Bench[] {
  if (names.includes('all')) return allBenches;
  return names.map((name) => {
    const bench = allBenches.find((known) => known.name === name);
    if (bench === undefined) throw new Error(`there is no bench called ${name}\n\n${usage}`);
    return bench;
  });
}

async function runOne(
  set: ServiceSet,
  bench: Bench,
  options: Options,
  signal: AbortSignal,
): Promise<Result | null> {
  const rounds = options.rounds ?? bench.rounds[options.size];
  say(`\n=== ${bench.name}: ${bench.about} (${options.size}, ${rounds} rounds)`);
  try {
    const results = join(options.root, 'bench/results');
    const result = await execute(bench, { set, size: options.size, rounds, results, say, signal });
    say(plainResult(result));
    if (options.isKept) {
      writeResult(results, result);
      // After each, so that an interrupted series leaves what it has measured.
      writePages(
        options.root,
        allBenches.map(({ name }) => name),
      );
    }
    return result;
  } catch (error) {
    say(`  BROKE DOWN ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return null;
  }
}

async function runAll(set: ServiceSet, benches: readonly Bench[], options: Options): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  let broken = 0;
  for (const bench of benches) {
    if (interrupt.signal.aborted) break;
    if ((await runOne(set, bench, options, interrupt.signal)) === null) broken += 1;
  }
  return broken;
}

async function main(): Promise<number> {
  const { names, options } = readOptions();
  const benches = chosen(names);
  if (benches.length === 0) {
    process.stdout.write(usage);
    return 2;
  }
  const set = longSessions(process.env['OCTAVO_BENCH_SET'] || 'bench');
  const needsNone = benches.every(({ withoutServices }) => withoutServices);
  return withServices(set, { needsNone }, async () => {
    const broken = await runAll(set, benches, options);
    say(`\n${benches.length - broken} measured, ${broken} broke down`);
    return broken === 0 ? 0 : 1;
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
