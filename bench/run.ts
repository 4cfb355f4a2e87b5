/** `npm run bench`: measures the service next to the bare parts it is built from; `--help` lists benchmarks and options. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { chooseByName, runCommandLine, UsageError } from '@octavo/testkit/runner/command-line.ts';
import { inSeries, longSessions, withServices } from '@octavo/testkit/runner/series.ts';
import { type Bench, type Size, sizes } from './bench.ts';
import { allBenches } from './benches/all.ts';
import { execute } from './execute.ts';
import { fidelityUsage, runFidelity } from './fidelity/command.ts';
import { ocrUsage, runOcr } from './ocr/command.ts';
import { writePages } from './report/pages.ts';
import { plainResult } from './report/plain.ts';
import { writeResult } from './results.ts';

const minutesOf = ({ minutes }: Bench) => `${minutes.standard} min`.padStart(8);

const usage = `usage: npm run bench -- <name>…|all [--size smoke|standard|full] [--rounds N] [--no-report] [--out DIR]

${allBenches.map((bench) => `  ${bench.name.padEnd(14)}${minutesOf(bench)}  ${bench.about}`).join('\n')}

  --size       standard by default; smoke only shows that a benchmark works, and its results are not kept
  --rounds     how often each contender is measured, if there is time
  --no-report  leaves bench/results and the pages generated from it unchanged
  --out        writes results and pages to this directory instead of the repository; smoke results too
  --help       prints this text

npm run bench -- fidelity --help: how right the output is, by documents whose truth is known
npm run bench -- ocr --help: how much of scanned pages is read

The exit code says whether every benchmark finished, not whether an aim was reached.
`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = {
  readonly size: Size;
  readonly rounds: number | undefined;
  /** Where results and pages are written. */
  readonly root: string;
  readonly isKept: boolean;
};

function readOptions(): { benches: readonly Bench[]; options: Options } {
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
  if (size === undefined) throw new UsageError(`--size is ${sizes.join(', ')}, not ${values.size}`);
  if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds)) {
    throw new UsageError(`--rounds is a whole number, not ${values.rounds}`);
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const isKept = values.report && (size !== 'smoke' || values.out !== undefined);
  const root = values.out === undefined ? repository : resolve(values.out);
  return { benches: chooseByName(allBenches, positionals), options: { size, rounds, root, isKept } };
}

const [command, ...rest] = process.argv.slice(2);
/** Commands with options of their own. */
const ownCommands: Readonly<
  Record<string, { readonly usage: string; readonly run: (args: readonly string[]) => Promise<number> }>
> = {
  fidelity: { usage: fidelityUsage, run: runFidelity },
  ocr: { usage: ocrUsage, run: runOcr },
};
const own = ownCommands[command ?? ''];

await runCommandLine(own?.usage ?? usage, async () => {
  if (own) return own.run(rest);
  const { benches, options } = readOptions();
  const set = longSessions(process.env['OCTAVO_BENCH_SET'] || 'bench');
  const results = join(options.root, 'bench/results');
  let failed = 0;
  const runOne = async (bench: Bench, signal: AbortSignal) => {
    const rounds = options.rounds ?? bench.rounds[options.size];
    say(`\n=== ${bench.name}: ${bench.about} (${options.size}, ${rounds} rounds)`);
    try {
      const result = await execute(bench, { set, size: options.size, rounds, say, signal });
      say(plainResult(result));
      if (!options.isKept) return;
      writeResult(results, result);
      // After each, so that an interrupted series keeps its results.
      writePages(
        options.root,
        allBenches.map(({ name }) => name),
      );
    } catch (error) {
      failed += 1;
      say(`  FAILED ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  const needsNone = benches.every(({ withoutServices }) => withoutServices);
  return withServices(set, { needsNone }, async () => {
    await inSeries(benches, runOne);
    say(`\n${benches.length - failed} finished, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  });
});
