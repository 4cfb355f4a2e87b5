/** Writes the results of a finished job to stdout, to files, or as JSON. */
import { once } from 'node:events';
import { relative } from 'node:path';
import type { Download, Job, Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { plural } from '../display/quantities.ts';
import { safeText } from '../display/style.ts';
import type { FormatName } from '../options/option-values.ts';
import { goesToStdout } from './convert-flags.ts';
import type { SingleFileProgress } from './single-file-progress.ts';

export type ResultDestination = {
  readonly directory: string;
  readonly stem: string | undefined;
  readonly name: string;
  readonly formats: readonly FormatName[];
  readonly output: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: SingleFileProgress;
};

function safeLines(text: string): string {
  return text.replace(/[^\n\t]+/g, safeText);
}

/** Replaces control characters on a terminal, which text of a PDF could use to manipulate it. Files and pipes get the original. */
async function toStdout({ environment }: Context, download: Download, signal: AbortSignal): Promise<void> {
  const { stdout } = environment;
  const decoder = new TextDecoder();
  for await (const chunk of download.stream() as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    const canContinue = stdout.write(
      stdout.isTTY ? safeLines(decoder.decode(chunk, { stream: true })) : chunk,
    );
    if (!canContinue) await once(stdout, 'drain', { signal });
  }
}

export async function writeResults(
  context: Context,
  client: Octavo,
  job: Job,
  destination: ResultDestination,
): Promise<void> {
  const { formats, output, signal, progress } = destination;
  const isText = goesToStdout(formats, output);
  if (context.globalOptions.json) {
    const results = isText
      ? await textsOf(client, job, destination)
      : { outputs: await save(context, client, job, destination) };
    progress.close();
    context.printJson({
      file: destination.name,
      job_id: job.id,
      pages: job.page_count,
      warnings: job.warnings ?? [],
      ...results,
    });
    return;
  }
  if (isText) {
    const download = await client.jobs.download(job.id, formats[0] ?? 'markdown', { signal });
    progress.close();
    await toStdout(context, download, signal);
  } else {
    const files = await save(context, client, job, destination);
    progress.close();
    for (const file of files) context.print(file);
    context.note(`Converted ${plural(job.page_count ?? 0, 'page')} to ${plural(files.length, 'result')}.`);
  }
  progress.warn(job.warnings ?? []);
}

async function textsOf(client: Octavo, job: Job, { formats, signal }: ResultDestination) {
  const [format = 'markdown'] = formats;
  const text = await (await client.jobs.download(job.id, format, { signal })).text();
  return { results: { [format]: format === 'json' ? (JSON.parse(text) as unknown) : text } };
}

async function save(
  context: Context,
  client: Octavo,
  job: Job,
  destination: ResultDestination,
): Promise<readonly string[]> {
  const { directory, stem, formats, signal } = destination;
  const saved = await client.jobs.save(job, directory, { stem, formats, signal });
  return Object.values(saved).map((path) => relative(context.environment.cwd, path));
}
