/** Converts a single file, stdin or a URL, without state on disk. */
import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { type Interrupts, listenForInterrupts } from '../interrupts.ts';
import {
  contentId,
  hashFile,
  idempotencyKey,
  newIdempotencyKey,
  optionsDigest,
  urlId,
} from './content-id.ts';
import { type ConvertFlags, formatsOf, parserOptionsOf, waitTimeoutDefaultMs } from './convert-flags.ts';
import type { InputFile } from './inputs.ts';
import { fileOf, type JobInput, type SubmitContext, submit, submitWithFallbackKey } from './job-source.ts';
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
      const source = fileOf({ path: file.absolute, name: basename(file.absolute) });
      return submitOnce(submission, source, { id, isForced: flags.force }, showStep);
    },
  );
}

export async function convertStdin(context: Context, flags: ConvertFlags): Promise<ExitName | undefined> {
  const { cwd, stdin } = context.environment;
  const stem = stemOf(flags.name ?? 'document');
  const location = { directory: resolve(cwd, flags.output ?? '.'), stem, name: 'stdin' };
  return convertSingle(context, flags, location, async (submission, { showStep }) => {
    const file = { content: stdin as AsyncIterable<Uint8Array>, name: `${stem}.pdf` };
    return submit(submission, { file }, `octavo-cli-${randomUUID()}`, showStep);
  });
}

/** The server fetches the file. The query of the URL is not shown, because it may contain a token. */
export async function convertUrl(
  context: Context,
  flags: ConvertFlags,
  url: string,
): Promise<ExitName | undefined> {
  const { origin, pathname } = parseUrl(url);
  const location = {
    directory: resolve(context.environment.cwd, flags.output ?? '.'),
    stem: stemOf(flags.name ?? lastSegment(pathname)),
    name: `${origin}${pathname}`,
  };
  return convertSingle(context, flags, location, async (submission, { showStep }) => {
    showStep({ step: 'waiting', for: 'server' });
    const id = urlId(url, optionsDigest(submission.parserOptions));
    return submitOnce(submission, { source_url: url }, { id, isForced: flags.force }, showStep);
  });
}

/** Within a day, the same content with the same options is one job, unless it failed or --force is set. */
async function submitOnce(
  submission: SubmitContext,
  source: JobInput,
  { id, isForced }: { readonly id: string; readonly isForced: true | undefined },
  showStep: SingleFileProgress['showStep'],
): Promise<Job> {
  const renew = async () => newIdempotencyKey(id);
  if (isForced) return submit(submission, source, await renew(), showStep);
  return submitWithFallbackKey(submission, source, idempotencyKey(id), renew, showStep);
}

function parseUrl(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw usageError(`${text} is not a valid URL.`, 'Check the URL, and quote it if it contains & or ?.');
}

function lastSegment(pathname: string): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return basename(decodeURIComponent(last));
  } catch {
    return last;
  }
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
