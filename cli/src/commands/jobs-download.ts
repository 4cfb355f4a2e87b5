/** `octavo jobs download`. */
import { resolve } from 'node:path';
import type { Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { deliver } from '../convert/deliver.ts';
import { listenForInterrupts } from '../convert/interrupt.ts';
import { OneProgress } from '../convert/report-one.ts';
import { CliError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import type { FormatName } from '../program/option-values.ts';

type Flags = { readonly format?: readonly FormatName[]; readonly output?: string };

function notDone({ id, status, error_message: why }: Job): CliError {
  if (status === 'failed') {
    const next = 'It cost no pages. Convert the file again once the cause is gone.';
    return new CliError('job_failed', 'failed', `Job ${id} failed: ${why}`, next);
  }
  return new CliError(
    'job_not_done',
    'failed',
    `Job ${id} is ${status}.`,
    `Wait for it: octavo jobs wait ${id}`,
  );
}

export async function downloadJob(context: Context, flags: Flags, id: string): Promise<ExitName | undefined> {
  const { world } = context;
  const client = await context.client();
  const job = await client.jobs.retrieve(id, { include: ['file', 'warnings'] });
  if (job.status !== 'done') throw notDone(job);
  const progress = new OneProgress(context, job.file?.name ?? id);
  const interrupts = listenForInterrupts(world, () => progress.close());
  progress.tell({ step: 'saving' });
  try {
    await deliver(context, client, job, {
      directory: resolve(world.cwd, flags.output ?? '.'),
      stem: undefined,
      name: job.file?.name ?? id,
      formats: flags.format ?? job.options.format,
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
