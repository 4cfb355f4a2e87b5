/** `octavo watch`: connects the folder, the state on disk and the server. */
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { BatchState } from '../convert/batch-state.ts';
import { chooseConcurrency } from '../convert/choose-concurrency.ts';
import { optionsDigest } from '../convert/content-id.ts';
import {
  type ConvertFlags,
  formatsOf,
  parserOptionsOf,
  waitTimeoutDefaultMs,
} from '../convert/convert-flags.ts';
import { JobSource } from '../convert/job-source.ts';
import { readPassword } from '../convert/read-password.ts';
import { TargetConverter } from '../convert/target-converter.ts';
import { shellWord } from '../display/shell-word.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { type FoundFile, isSameSignature, scanFolder, signatureOf } from './folder-scan.ts';
import { SettledFiles } from './settled-files.ts';
import { chooseWatchReporter } from './watch-reporter.ts';
import { type WatchClock, type WatchOptions, WatchRun } from './watch-run.ts';

export type WatchFlags = Pick<
  ConvertFlags,
  'format' | 'pages' | 'option' | 'password' | 'passwordStdin' | 'concurrency' | 'state'
> & {
  readonly once?: true;
  readonly retries?: number;
  readonly interval?: number;
  readonly settle?: number;
};

const retriesDefault = 3;
const intervalDefaultMs = 2_000;
const settleDefaultMs = 2_000;

const systemClock: WatchClock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** Entered in the state of a batch that is run with --force; not used here. */
const runId = 'watch';

async function requireDirectory(path: string, given: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return;
  throw usageError(`${given} is not a directory.`, 'Pass the directory that PDFs are put into.');
}

type Conversion = {
  readonly client: Octavo;
  readonly state: BatchState;
  readonly signal: AbortSignal;
  readonly output: string;
  readonly password: string | null;
};

/** A new converter for each attempt: it keeps the jobs of a batch in memory, also those that failed. */
async function converterOf(context: Context, flags: WatchFlags, conversion: Conversion) {
  const { client, state, signal, output } = conversion;
  const formats = await formatsOf(context, flags);
  const parserOptions = parserOptionsOf(flags, formats, conversion.password);
  const digest = optionsDigest(parserOptions);
  const waitTimeoutMs = context.globalOptions.timeout ?? waitTimeoutDefaultMs;
  const shared = { client, state, signal, waitTimeoutMs, isForced: false, runId };
  const convert: WatchOptions['convert'] = ({ target }, onAccepted) =>
    new TargetConverter({
      ...shared,
      source: new JobSource({ ...shared, parserOptions }),
      cwd: output,
      formats,
      optionsDigest: digest,
      isWaiting: true,
      mayLoseResults: true,
    }).convert(target, { onStep: () => {}, onAccepted });
  return { convert, optionsDigest: digest };
}

async function isUnchanged({ target, signature }: FoundFile): Promise<boolean> {
  const now = await signatureOf(target.file.absolute);
  return now !== null && isSameSignature(now, signature);
}

export async function watchFolder(
  context: Context,
  flags: WatchFlags,
  input: string,
  output: string,
): Promise<ExitName> {
  const { environment } = context;
  const { cwd, platform } = environment;
  const folder = { cwd, platform, folder: resolve(cwd, input), output: resolve(cwd, output) };
  await requireDirectory(folder.folder, input);
  const client = await context.client({ maxRetries: 4 });
  const password = await readPassword(environment, flags);
  await mkdir(folder.output, { recursive: true });
  const state = await BatchState.open(resolve(cwd, flags.state ?? join(output, '.octavo')));
  const interrupts = listenForInterrupts(environment, () => {});
  const { signal } = interrupts;
  try {
    const reporter = chooseWatchReporter(context);
    const conversion = { client, state, signal, output: folder.output, password };
    const resume = `octavo watch ${shellWord(input)} ${shellWord(output)}`;
    const options: WatchOptions = {
      ...(await converterOf(context, flags, conversion)),
      scan: () => scanFolder(folder),
      settled: new SettledFiles(flags.settle ?? settleDefaultMs),
      isUnchanged,
      state,
      reporter,
      concurrency: await chooseConcurrency(context, client, flags.concurrency, signal),
      retriesMax: flags.retries ?? retriesDefault,
      intervalMs: flags.interval ?? intervalDefaultMs,
      isOnce: flags.once === true,
      signal,
      resume,
      clock: systemClock,
    };
    if (!options.isOnce) reporter.started(input, output);
    const { summary, running } = await new WatchRun(options).run();
    const interrupted = interrupts.interrupted();
    if (interrupted) reporter.interrupted(running, resume);
    else reporter.finish(summary);
    return interrupted?.exit ?? summary.exit;
  } finally {
    interrupts.stop();
    await state.close();
  }
}
