/** `octavo jobs download`: the results of a finished job. */
import { resolve } from 'node:path';
import { formatsOf, type Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { SingleFileProgress } from '../convert/single-file-progress.ts';
import { writeResults } from '../convert/write-results.ts';
import { statusLabels } from '../display/job-status.ts';
import { CliError } from '../errors/cli-error.ts';
import { failedJobAdvice } from '../errors/next-steps.ts';
import type { ExitName } from '../exit-codes.ts';
import { listenForInterrupts } from '../interrupts.ts';
import type { FormatName } from '../options/option-values.ts';

type Flags = { readonly format?: readonly FormatName[]; readonly output?: string };

function notDone({ id, status, error_message: why }: Job): CliError {
  if (status === 'failed') {
    return new CliError('job_failed', 'failed', `Job ${id} failed: ${why}`, failedJobAdvice);
  }
  return new CliError(
    'job_not_done',
    'failed',
    `Job ${id} is not done yet (status: ${statusLabels[status]}).`,
    `Wait for it with octavo jobs wait ${id}`,
  );
}

export async function downloadJob(context: Context, flags: Flags, id: string): Promise<ExitName | undefined> {
  const { environment } = context;
  const client = await context.client();
  const job = await client.jobs.retrieve(id, { include: ['file', 'warnings'] });
  if (job.status !== 'done') throw notDone(job);
  const progress = new SingleFileProgress(context, job.file?.name ?? id);
  const interrupts = listenForInterrupts(environment, () => progress.close());
  progress.showStep({ step: 'saving' });
  try {
    await writeResults(context, client, job, {
      directory: resolve(environment.cwd, flags.output ?? '.'),
      stem: undefined,
      name: job.file?.name ?? id,
      formats: flags.format ?? formatsOf(job),
      output: flags.output,
      signal: interrupts.signal,
      progress,
    });
    return undefined;
  } catch (error) {
    const interrupted = interrupts.interrupted();
    if (!interrupted) throw error;
    return interrupted.exit;
  } finally {
    interrupts.stop();
    progress.close();
  }
}
