/** Events as frames of an event stream; webhooks have the same body. */
import { Type } from '@fastify/type-provider-typebox';
import type { JobStreamItem } from '../../actions/follow-job.ts';
import { invalidRequest } from '../../domain/errors.ts';
import type { JobEvent } from '../../domain/event.ts';
import { type Job, pagesOfStage } from '../../domain/job.ts';
import type { ProgressUpdate } from '../../ports/events.ts';
import { jobEventExample } from './examples.ts';

/** Only for the OpenAPI document: a stream is written piece by piece. */
const EventStream = Type.Unsafe<undefined>({
  $id: 'EventStream',
  type: 'string',
  description:
    'Server-sent events. `event` is the type, `id` its number, `data` a JSON object `{type, timestamp, data}`. ' +
    'Types: job.created, job.pending, job.processing, job.done, job.failed, job.deleted; job.progress and ' +
    'stream.reset have no id.',
});
/** Only the stream has this type; errors are JSON. */
export const EventStreamBody = {
  description: 'An event stream. It ends when the client disconnects, or after 15 minutes.',
  content: {
    'text/event-stream': {
      schema: EventStream,
      example: `id: 4711\nevent: job.done\ndata: ${JSON.stringify(jobEventExample)}\n\n`,
    },
  },
};

export const EventStreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'The id of the last event you received; the stream continues after it.' }),
  ),
});

export function readLastEventId(header: string | undefined): number | null {
  if (header === undefined || header === '') return null;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw invalidRequest({
    loc: ['header', 'Last-Event-ID'],
    msg: 'must be the id of an event, a whole number',
  });
}

type Frame = { readonly type: string; readonly at: Date; readonly data: object; readonly id?: number };

function write({ type, at, data, id }: Frame): string {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${body}\n\n`;
}

function jobData(jobId: string, { status, pageCount, errorMessage }: JobEvent['data']) {
  return { job_id: jobId, status, page_count: pageCount, error_message: errorMessage };
}

function progressData({ jobId, pages, progress }: ProgressUpdate) {
  const { done, total } = pagesOfStage(progress, pages);
  return { job_id: jobId, stage: progress.stage, pages_done: done, pages_total: total };
}

/** Streams of one account share the same frames. */
const written = new WeakMap<JobEvent, string>();

function eventFrame(event: JobEvent): string {
  const known = written.get(event);
  if (known !== undefined) return known;
  const { number: id, type, at, jobId, data } = event;
  const frame = write({ id, type, at, data: jobData(jobId, data) });
  written.set(event, frame);
  return frame;
}

function stateFrame(job: Job): string {
  return write({ type: `job.${job.status}`, at: job.updatedAt, data: jobData(job.id, job) });
}

export function toFrame(followed: JobStreamItem, now: Date): string {
  switch (followed.kind) {
    case 'event':
      return eventFrame(followed.event);
    case 'progress':
      return write({ type: 'job.progress', at: now, data: progressData(followed) });
    case 'state':
      return stateFrame(followed.job);
    case 'reset':
      return write({ type: 'stream.reset', at: now, data: {} });
    case 'keep-alive':
      return ': still here\n\n';
  }
}
