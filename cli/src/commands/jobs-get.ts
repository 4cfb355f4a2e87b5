/** `octavo jobs get`: the details of a job. */
import { formatsOf, type Job } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { stageTexts } from '../convert/file-line.ts';
import { warningLines } from '../convert/report-text.ts';
import { coloredStatus } from '../display/job-status.ts';
import { ago, elapsed, localTime, plural, queuePosition, size } from '../display/quantities.ts';
import { safeText } from '../display/style.ts';
import { keyValueLines } from '../display/table.ts';

export async function getJob(context: Context, _: unknown, id: string): Promise<void> {
  const client = await context.client();
  const job = await client.jobs.retrieve(id, {
    include: ['error', 'file', 'origin', 'progress', 'retention', 'timing', 'warnings'],
  });
  if (context.globalOptions.json) {
    context.printJson(job);
    return;
  }
  for (const line of keyValueLines(factsOf(job, context), context.out)) context.print(line);
  for (const line of warningLines(job.file?.name ?? id, job.warnings ?? [])) {
    context.note(`${context.err.yellow('warning:')} ${line}`);
  }
}

function progressText({ progress }: Job): string | null {
  if (!progress || progress.stage === 'finished') return null;
  const position =
    progress.queue_position === null
      ? ''
      : `, position ${queuePosition(progress.queue_position)} in the queue`;
  const left =
    progress.estimated_seconds === null ? '' : `, about ${elapsed(progress.estimated_seconds * 1000)} left`;
  const stage = stageTexts[progress.stage] ?? progress.stage;
  return `${stage}, page ${progress.pages_done} of ${progress.pages_total}${position}${left}`;
}

function errorText({ error_message: message, error_code: code }: Job): string | null {
  if (message === null) return null;
  return code ? `${safeText(message)} (${code})` : safeText(message);
}

const sourceTexts = {
  form: null,
  direct_upload: 'direct upload',
  source_url: 'URL',
  earlier_job: 'file of an earlier job',
} as const;

function sourceText({ origin }: Job): string | null {
  if (!origin?.source) return null;
  return origin.source_host ? `URL at ${safeText(origin.source_host)}` : sourceTexts[origin.source];
}

function submittedText({ origin }: Job): string | null {
  if (!origin) return null;
  return origin.api_key ? `with the key ${safeText(origin.api_key.name)}` : 'in a session';
}

function factsOf(job: Job, { out }: Context): readonly (readonly [string, string])[] {
  const { file, timing, retention } = job;
  const seconds = timing?.processing_seconds;
  const entries: readonly (readonly [string, string | null | undefined])[] = [
    ['id', job.id],
    ['status', coloredStatus(job.status, out)],
    ['progress', progressText(job)],
    ['error', errorText(job)],
    ['file', file && `${safeText(file.name)} (${size(file.bytes)}, ${plural(file.pages, 'page')})`],
    ['source', sourceText(job)],
    ['submitted', submittedText(job)],
    ['pages', job.page_count === null ? null : `${job.page_count} charged`],
    ['formats', (job.status === 'done' ? formatsOf(job) : job.options.format).join(', ')],
    ['created', `${localTime(job.created_at)} (${ago(job.created_at, Date.now())})`],
    ['took', seconds === null || seconds === undefined ? null : elapsed(seconds * 1000)],
    ['expires', retention?.expires_at && localTime(retention.expires_at)],
  ];
  return entries.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
