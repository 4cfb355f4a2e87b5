/** A batch: files, directories or patterns, with a memory on disk so that it can be stopped at any moment. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { shellWord } from '../display/shell-word.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { optionsDigest } from './content.ts';
import { TargetConverter } from './convert-target.ts';
import { findInputs, type Inputs } from './inputs.ts';
import { type Interrupts, listenForInterrupts } from './interrupt.ts';
import { JobSource } from './obtain-job.ts';
import { readPassword } from './password.ts';
import { reporterFor } from './reporter-for.ts';
import {
  type ConvertFlags,
  formatsOf,
  parserOptionsOf,
  type RunFlags,
  runFlagsOf,
  waitTimeoutDefaultMs,
} from './request.ts';
import { BatchRun } from './run-batch.ts';
import { type RunEntry, State } from './state.ts';
import type { Reporter } from './steps.ts';
import { planTargets } from './targets.ts';

const stateDefault = '.octavo';
/** Without an answer about the plan, what the smallest one allows. */
const cautiousSlots = 2;

type Run = { readonly entry: RunEntry; readonly flags: RunFlags; readonly inputs: readonly string[] };

/** With --resume and nothing else, what was asked for last time; otherwise what is asked for now. */
function runOf(state: State, flags: ConvertFlags, inputs: readonly string[]): Run {
  const earlier = state.run;
  if (!flags.resume) {
    const own = runFlagsOf(flags);
    return { entry: { id: randomUUID(), inputs, options: own }, flags: own, inputs };
  }
  if (!earlier) {
    throw usageError(
      `There is no batch to resume in ${state.path}.`,
      'Call it from the directory where the batch was started, or name its inputs without --resume.',
    );
  }
  const own = { ...(earlier.options as RunFlags), ...runFlagsOf(flags) };
  const all = inputs.length > 0 ? inputs : earlier.inputs;
  return { entry: { id: earlier.id, inputs: all, options: own }, flags: own, inputs: all };
}

async function slotsOf(client: Octavo, signal: AbortSignal): Promise<number> {
  try {
    return (await client.plans.current({ signal }))?.active_jobs_max ?? cautiousSlots;
  } catch (error) {
    signal.throwIfAborted();
    // A key that is refused is refused for everything: better now than file by file.
    if ((error as { status?: number }).status === 401 || (error as { status?: number }).status === 403)
      throw error;
    return cautiousSlots;
  }
}

export async function convertMany(
  context: Context,
  flags: ConvertFlags,
  inputs: readonly string[],
  found?: Inputs,
): Promise<ExitName> {
  const { world } = context;
  const client = await context.client({ maxRetries: 4 });
  const password = await readPassword(world, flags);
  const stateDirectory = resolve(world.cwd, flags.state ?? stateDefault);
  const state = await State.open(stateDirectory);
  try {
    const run = runOf(state, flags, inputs);
    const files = found ?? (await findInputs(world.cwd, run.inputs));
    const reporter = reporterFor(context, flags.wait);
    const interrupts = listenForInterrupts(world, () => reporter.close());
    try {
      return await work(context, { client, state, run, flags, password, files, reporter, interrupts });
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
  readonly state: State;
  readonly run: Run;
  readonly flags: ConvertFlags;
  readonly password: string | null;
  readonly files: Inputs;
  readonly reporter: Reporter;
  readonly interrupts: Interrupts;
};

async function work(context: Context, batch: Batch): Promise<ExitName> {
  const { client, state, run, flags, reporter, interrupts } = batch;
  const { signal } = interrupts;
  const { cwd, platform } = context.world;
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
    waitTimeoutMs: context.globals.timeout ?? waitTimeoutDefaultMs,
  };
  const converter = new TargetConverter({
    ...shared,
    source: new JobSource({ ...shared, parserOptions }),
    cwd,
    formats,
    optionsDigest: optionsDigest(parserOptions),
    isWaiting: flags.wait,
    isDeleting: run.flags.deleteAfter === true,
  });
  const resume = flags.state
    ? `octavo convert --resume --state ${shellWord(flags.state)}`
    : 'octavo convert --resume';
  const concurrency = await concurrencyOf(context, client, run.flags, signal);
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
  reporter.finish(summary);
  return summary.exit;
}

async function concurrencyOf(
  context: Context,
  client: Octavo,
  flags: RunFlags,
  signal: AbortSignal,
): Promise<number> {
  const { profile } = await context.settings();
  const asked = flags.concurrency ?? profile.concurrency ?? Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(asked, await slotsOf(client, signal)));
}
