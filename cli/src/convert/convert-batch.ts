/** Converts many files, with state on disk so that the batch can be interrupted at any time and resumed. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { shellWord } from '../display/shell-word.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { type Interrupts, listenForInterrupts } from '../interrupts.ts';
import { BatchRun } from './batch-run.ts';
import { BatchState, type RunEntry } from './batch-state.ts';
import { chooseConcurrency } from './choose-concurrency.ts';
import { chooseReporter } from './choose-reporter.ts';
import { optionsDigest } from './content-id.ts';
import {
  type ConvertFlags,
  formatsOf,
  parserOptionsOf,
  type RunFlags,
  runFlagsOf,
  waitTimeoutDefaultMs,
} from './convert-flags.ts';
import { findInputs, type Inputs } from './inputs.ts';
import { JobSource } from './job-source.ts';
import { readPassword } from './read-password.ts';
import type { Reporter } from './reporter.ts';
import { TargetConverter } from './target-converter.ts';
import { planTargets } from './targets.ts';

const stateDefault = '.octavo';

type Run = { readonly entry: RunEntry; readonly flags: RunFlags; readonly inputs: readonly string[] };

/** The inputs and flags of this run. With --resume, those of the last run are the defaults. */
function resolveRun(state: BatchState, flags: ConvertFlags, inputs: readonly string[]): Run {
  const earlier = state.run;
  if (!flags.resume) {
    const own = runFlagsOf(flags);
    return { entry: { id: randomUUID(), inputs, options: own }, flags: own, inputs };
  }
  if (!earlier) {
    throw usageError(
      `There is no batch to resume in ${state.path}.`,
      'Run this in the directory where the batch was started, or pass its inputs without --resume.',
    );
  }
  const own = { ...(earlier.options as RunFlags), ...runFlagsOf(flags) };
  const all = inputs.length > 0 ? inputs : earlier.inputs;
  return { entry: { id: earlier.id, inputs: all, options: own }, flags: own, inputs: all };
}

export async function convertBatch(
  context: Context,
  flags: ConvertFlags,
  inputs: readonly string[],
  found?: Inputs,
): Promise<ExitName> {
  const { environment } = context;
  const client = await context.client({ maxRetries: 4 });
  const password = await readPassword(environment, flags);
  const stateDirectory = resolve(environment.cwd, flags.state ?? stateDefault);
  const state = await BatchState.open(stateDirectory);
  try {
    const run = resolveRun(state, flags, inputs);
    const files = found ?? (await findInputs(environment.cwd, run.inputs, run.flags.output));
    const reporter = chooseReporter(context, flags.wait);
    const interrupts = listenForInterrupts(environment, () => reporter.close());
    try {
      return await runBatch(context, { client, state, run, flags, password, files, reporter, interrupts });
    } finally {
      interrupts.stop();
      reporter.close();
    }
  } finally {
    await state.close();
  }
}

type Batch = {
  readonly client: Octavo;
  readonly state: BatchState;
  readonly run: Run;
  readonly flags: ConvertFlags;
  readonly password: string | null;
  readonly files: Inputs;
  readonly reporter: Reporter;
  readonly interrupts: Interrupts;
};

async function runBatch(context: Context, batch: Batch): Promise<ExitName> {
  const { client, state, run, flags, reporter, interrupts } = batch;
  const { signal } = interrupts;
  const { cwd, platform } = context.environment;
  const formats = await formatsOf(context, run.flags);
  const targets = planTargets(batch.files.files, { cwd, output: run.flags.output, formats, platform });
  await state.setRun({ ...run.entry, options: { ...run.flags, format: formats } });
  const parserOptions = parserOptionsOf(run.flags, formats, batch.password);
  const isForced = run.flags.force === true;
  const shared = {
    client,
    state,
    signal,
    isForced,
    runId: run.entry.id,
    waitTimeoutMs: context.globalOptions.timeout ?? waitTimeoutDefaultMs,
  };
  const converter = new TargetConverter({
    ...shared,
    source: new JobSource({ ...shared, parserOptions }),
    cwd,
    formats,
    optionsDigest: optionsDigest(parserOptions),
    isWaiting: flags.wait,
  });
  const resume = flags.state
    ? `octavo convert --resume --state ${shellWord(flags.state)}`
    : 'octavo convert --resume';
  const concurrency = await chooseConcurrency(context, client, run.flags.concurrency, signal);
  const { summary, running } = await new BatchRun({
    targets,
    converter,
    concurrency,
    reporter,
    signal,
    resume,
  }).run();
  const interrupted = interrupts.interrupted();
  if (interrupted) {
    reporter.interrupted(running, resume);
    return interrupted.exit;
  }
  if (run.flags.deleteAfter) await converter.deleteFinished();
  reporter.finish(summary);
  return summary.exit;
}
