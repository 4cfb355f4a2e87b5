/** The parts of a job that `?include=` adds. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import { includableParts, type JobDescription } from '../../actions/describe-jobs.ts';
import { isFinished, type Job, pagesOfStage, sourceKinds, stages } from '../../domain/job.ts';
import { jobErrorCodes } from '../../domain/job-error.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { warningCodes } from '../../ports/engine.ts';
import { CommaList, Timestamp } from './scalars.ts';

const Null = Type.Null();

export const IncludeQuery = Type.Optional(
  CommaList(includableParts, { description: 'More about the job, comma separated.' }),
);

export const FileBody = Type.Object({
  name: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String({ description: 'Lower-case hex.' }),
  pages: Type.Integer({ description: 'Of the whole document.' }),
});

const allStages = ['queued', ...stages, 'finished'] as const;

export const ProgressBody = Type.Object({
  stage: OneOf(allStages, {
    description:
      'queued; fetch the file, read it, lay out its pages, recognize the text of scans (OCR) and lay out the pages again, write the formats, store them; finished (done or failed).',
  }),
  pages_done: Type.Integer({ description: 'Pages of the stage that are done.' }),
  pages_total: Type.Integer({
    description:
      'Those chosen by the option `pages`, else all; in the stage `recognize`, those whose text is recognized.',
  }),
  queue_position: Type.Union([Type.Integer({ minimum: 1 }), Null], {
    description: '1 is next; null when the job is not waiting. Counting stops at 1,001.',
  }),
  estimated_seconds: Type.Union([Type.Integer({ minimum: 1 }), Null], {
    description:
      'Until the job finishes, estimated from the throughput of the last hour and the progress of running jobs; null when there is no estimate.',
  }),
});

export const TimingBody = Type.Object({
  started_at: Type.Union([Timestamp, Null], { description: 'When a worker first started it.' }),
  finished_at: Type.Union([Timestamp, Null]),
  queued_seconds: Type.Union([Type.Number(), Null]),
  processing_seconds: Type.Union([Type.Number(), Null], { description: 'From the first start to the end.' }),
  attempts: Type.Integer(),
});

export const WarningBody = Type.Object({
  code: OneOf(warningCodes),
  message: Type.String(),
  pages: Type.Array(Type.Integer(), { description: '1-based; empty where the engine names none.' }),
  count: Type.Integer(),
});

export const RetentionBody = Type.Object({
  expires_at: Type.Union([Timestamp, Null], {
    description:
      'When the job is deleted automatically, once it has finished; null keeps it until you delete it.',
  }),
});

export const OriginBody = Type.Object({
  api_key: Type.Union([Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }), Null], {
    description: 'The API key that the job was submitted with, also if it is revoked; null for a session.',
  }),
  source: Type.Union([OneOf(sourceKinds), Null], {
    description:
      'How the file reached the service: in the form, by a direct upload, from a `source_url`, or as the file of an earlier job. null for jobs of earlier versions.',
  }),
  source_host: Type.Union([Type.String(), Null], {
    description: 'The host of the `source_url`; the rest of the URL is not stored.',
  }),
});

export const jobParts = {
  error_code: Type.Optional(
    Type.Union([OneOf(jobErrorCodes), Null], {
      description:
        'With `include=error`: the cause of `error_message`; null unless failed, and for jobs that failed under earlier versions.',
    }),
  ),
  origin: Type.Optional(OriginBody),
  file: Type.Optional(FileBody),
  progress: Type.Optional(ProgressBody),
  retention: Type.Optional(RetentionBody),
  timing: Type.Optional(TimingBody),
  warnings: Type.Optional(Type.Array(WarningBody)),
};

function stageOf(job: Job): (typeof allStages)[number] {
  if (isFinished(job)) return 'finished';
  return job.progress?.stage ?? 'queued';
}

function progressOf({ job, estimate }: JobDescription): Static<typeof ProgressBody> {
  const none = { done: job.status === 'done' ? job.pages : 0, total: job.pages };
  const { done, total } = job.progress ? pagesOfStage(job.progress, job.pages) : none;
  return {
    stage: stageOf(job),
    pages_done: done,
    pages_total: total,
    queue_position: estimate.queuePosition,
    estimated_seconds: estimate.estimatedSeconds,
  };
}

function secondsBetween(from: Date | null, to: Date | null): number | null {
  return from && to ? (to.getTime() - from.getTime()) / 1000 : null;
}

function timingOf({ job }: JobDescription): Static<typeof TimingBody> {
  return {
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    queued_seconds: secondsBetween(job.createdAt, job.startedAt),
    processing_seconds: secondsBetween(job.startedAt, job.finishedAt),
    attempts: job.attempts,
  };
}

function originOf({ job, apiKey }: JobDescription): Static<typeof OriginBody> {
  return {
    api_key: apiKey && { id: apiKey.id, name: apiKey.name },
    source: job.origin?.kind ?? null,
    source_host: job.origin?.host ?? null,
  };
}

export function toJobParts(description: JobDescription) {
  const { job, include, warnings } = description;
  const { fileName: name, bytes, sha256 } = job.source;
  return {
    ...(include.has('error') && { error_code: job.errorCode }),
    ...(include.has('origin') && { origin: originOf(description) }),
    ...(include.has('file') && { file: { name, bytes, sha256, pages: job.documentPages } }),
    ...(include.has('progress') && { progress: progressOf(description) }),
    ...(include.has('retention') && { retention: { expires_at: job.expiresAt?.toISOString() ?? null } }),
    ...(include.has('timing') && { timing: timingOf(description) }),
    ...(include.has('warnings') && {
      warnings: warnings.map((warning) => ({ ...warning, pages: [...warning.pages] })),
    }),
  };
}
