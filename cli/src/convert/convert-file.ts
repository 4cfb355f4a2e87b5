/** Converts a single file or stdin, without state on disk. */
import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import type { ExitName } from '../exit-codes.ts';
import { type Interrupts, listenForInterrupts } from '../interrupts.ts';
import { contentId, hashFile, idempotencyKey, newIdempotencyKey, optionsDigest } from './content-id.ts';
import { type ConvertFlags, formatsOf, parserOptionsOf, waitTimeoutDefaultMs } from './convert-flags.ts';
import type { InputFile } from './inputs.ts';
import { type SubmitContext, submit, submitWithFallbackKey } from './job-source.ts';
import { readPassword } from './read-password.ts';
import { SingleFileProgress } from './single-file-progress.ts';
import { stemOf, targetOf } from './targets.ts';
import { waitForJob } from './wait-for-job.ts';
import { type ResultDestination, writeResults } from './write-results.ts';

type ResultLocation = Pick<ResultDestination, 'directory' | 'stem' | 'name'>;
type SubmitFile = (submission: SubmitContext, progress: SingleFileProgress) => Promise<Job>;

export async function convertFile(
  context: Context,
  flags: ConvertFlags,
  file: InputFile,
): Promise<ExitName | undefined> {
  const { directory, stem } = targetOf(file, { cwd: context.environment.cwd, output: flags.output });
  return convertSingle(
    context,
    flags,
    { directory, stem, name: file.path },
    async (submission, { showStep }) => {
      showStep({ step: 'reading' });
      const sha256 = await hashFile(file.absolute, submission.signal);
      const id = contentId(sha256, optionsDigest(submission.parserOptions));
      const content = { id, sha256, path: file.absolute, name: basename(file.absolute) };
      if (flags.force) return submit(submission, content, newIdempotencyKey(id), showStep);
      return submitWithFallbackKey(
        submission,
        content,
        idempotencyKey(id),
        async () => newIdempotencyKey(id),
        showStep,
      );
    },
  );
}

export async function convertStdin(context: Context, flags: ConvertFlags): Promise<ExitName | undefined> {
  const { cwd, stdin } = context.environment;
  const stem = stemOf(flags.name ?? 'document');
  const location = { directory: resolve(cwd, flags.output ?? '.'), stem, name: 'stdin' };
  return convertSingle(context, flags, location, async (submission, { showStep }) => {
    const content = { path: stdin as AsyncIterable<Uint8Array>, name: `${stem}.pdf` };
    return submit(submission, content, `octavo-cli-${randomUUID()}`, showStep);
  });
}

async function convertSingle(
  context: Context,
  flags: ConvertFlags,
  location: ResultLocation,
  submitFile: SubmitFile,
): Promise<ExitName | undefined> {
  const client = await context.client();
  const password = await readPassword(context.environment, flags);
  const formats = await formatsOf(context, flags);
  const progress = new SingleFileProgress(context, location.name);
  const interrupts = listenForInterrupts(context.environment, () => progress.close());
  const waitTimeoutMs = context.globalOptions.timeout ?? waitTimeoutDefaultMs;
  const submission: SubmitContext = {
    client,
    parserOptions: parserOptionsOf(flags, formats, password),
    signal: interrupts.signal,
    waitTimeoutMs,
  };
  let job: Job | null = null;
  try {
    job = await submitFile(submission, progress);
    if (!flags.wait) return printSubmitted(context, job, progress);
    const done = await waitForJob(
      client,
      job.id,
      { signal: interrupts.signal, timeoutMs: waitTimeoutMs },
      progress.showStep,
    );
    progress.showStep({ step: 'saving' });
    await writeResults(context, client, done, {
      ...location,
      formats,
      output: flags.output,
      signal: interrupts.signal,
      progress,
    });
    if (flags.deleteAfter) await client.jobs.delete(job.id, { signal: interrupts.signal });
    return undefined;
  } catch (error) {
    return handleInterrupt(error, interrupts, job, progress);
  } finally {
    interrupts.stop();
    progress.close();
  }
}

function printSubmitted(context: Context, job: Job, progress: SingleFileProgress): undefined {
  progress.close();
  if (context.globalOptions.json) context.printJson(job);
  else context.print(job.id);
  context.note(
    `${context.err.cyan('next:')}  octavo jobs wait ${job.id}, then octavo jobs download ${job.id}`,
  );
}

function handleInterrupt(
  error: unknown,
  interrupts: Interrupts,
  job: Job | null,
  progress: SingleFileProgress,
): ExitName {
  const interrupted = interrupts.interrupted();
  if (!interrupted) throw error;
  progress.interrupted(job?.id ?? null);
  return interrupted.exit;
}
