/** One file, or stdin: to stdout if it is one text, into files otherwise. Nothing is remembered on disk. */
import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import type { ExitName } from '../exit-codes.ts';
import { contentId, freshKey, hashFile, idempotencyKey, optionsDigest } from './content.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { InputFile } from './inputs.ts';
import { type Interrupts, listenForInterrupts } from './interrupt.ts';
import { type Submitting, submit, submitAnew } from './obtain-job.ts';
import { readPassword } from './password.ts';
import { OneProgress } from './report-one.ts';
import { type ConvertFlags, formatsOf, parserOptionsOf, waitTimeoutDefaultMs } from './request.ts';
import { stemOf, targetOf } from './targets.ts';
import { waitFor } from './wait-for.ts';

type Place = Pick<Delivery, 'directory' | 'stem' | 'name'>;
type Send = (submitting: Submitting, progress: OneProgress) => Promise<Job>;

export async function convertFile(
  context: Context,
  flags: ConvertFlags,
  file: InputFile,
): Promise<ExitName | undefined> {
  const { directory, stem } = targetOf(file, { cwd: context.world.cwd, output: flags.output });
  return convertOne(context, flags, { directory, stem, name: file.path }, async (submitting, { tell }) => {
    tell({ step: 'reading' });
    const sha256 = await hashFile(file.absolute, submitting.signal);
    const id = contentId(sha256, optionsDigest(submitting.parserOptions));
    const content = { id, sha256, path: file.absolute, name: basename(file.absolute) };
    if (flags.force) return submit(submitting, content, freshKey(id), tell);
    return submitAnew(submitting, content, idempotencyKey(id), async () => freshKey(id), tell);
  });
}

export async function convertStdin(context: Context, flags: ConvertFlags): Promise<ExitName | undefined> {
  const { cwd, stdin } = context.world;
  const stem = stemOf(flags.name ?? 'document');
  const place = { directory: resolve(cwd, flags.output ?? '.'), stem, name: 'stdin' };
  return convertOne(context, flags, place, async (submitting, { tell }) => {
    const content = { path: stdin as AsyncIterable<Uint8Array>, name: `${stem}.pdf` };
    return submit(submitting, content, `octavo-cli-${randomUUID()}`, tell);
  });
}

async function convertOne(
  context: Context,
  flags: ConvertFlags,
  place: Place,
  send: Send,
): Promise<ExitName | undefined> {
  const client = await context.client();
  const password = await readPassword(context.world, flags);
  const formats = await formatsOf(context, flags);
  const progress = new OneProgress(context, place.name);
  const interrupts = listenForInterrupts(context.world, () => progress.close());
  const waitTimeoutMs = context.globals.timeout ?? waitTimeoutDefaultMs;
  const submitting: Submitting = {
    client,
    parserOptions: parserOptionsOf(flags, formats, password),
    signal: interrupts.signal,
    waitTimeoutMs,
  };
  let job: Job | null = null;
  try {
    job = await send(submitting, progress);
    if (!flags.wait) return left(context, job, progress);
    const done = await waitFor(
      client,
      job.id,
      { signal: interrupts.signal, timeoutMs: waitTimeoutMs },
      progress.tell,
    );
    progress.tell({ step: 'saving' });
    await deliver(context, client, done, {
      ...place,
      formats,
      output: flags.output,
      signal: interrupts.signal,
      progress,
    });
    if (flags.deleteAfter) await client.jobs.delete(job.id, { signal: interrupts.signal });
    return undefined;
  } catch (error) {
    return afterInterrupt(error, interrupts, job, progress);
  } finally {
    interrupts.stop();
    progress.close();
  }
}

function left(context: Context, job: Job, progress: OneProgress): undefined {
  progress.close();
  if (context.globals.json) context.printJson(job);
  else context.print(job.id);
  context.note(
    `${context.err.cyan('next:')}  octavo jobs wait ${job.id}, then octavo jobs download ${job.id}`,
  );
}

function afterInterrupt(
  error: unknown,
  interrupts: Interrupts,
  job: Job | null,
  progress: OneProgress,
): ExitName {
  const interrupted = interrupts.interrupted();
  if (!interrupted) throw error;
  progress.interrupted(job?.id ?? null);
  return interrupted.exit;
}
