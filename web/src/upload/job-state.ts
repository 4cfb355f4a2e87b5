/** Maps jobs and job events to the state of an upload. */
import type { Job, JobEvent } from '@octavo/sdk';
import type { UploadState } from './upload.ts';

export function stateOfJob(job: Job): UploadState {
  const { status, progress } = job;
  if (status === 'done') return { kind: 'done', pages: job.page_count ?? 0 };
  if (status === 'failed') return { kind: 'failed', failure: job };
  if (status === 'pending') return { kind: 'queued', position: progress?.queue_position ?? null };
  return {
    kind: 'processing',
    stage: progress?.stage ?? 'fetch',
    pagesDone: progress?.pages_done ?? 0,
    pagesTotal: progress?.pages_total ?? 0,
  };
}

/** Null when the job was deleted. */
export function stateAfterEvent(before: UploadState, event: JobEvent): UploadState | null {
  if (before.kind === 'done' || before.kind === 'failed') return event.type === 'job.deleted' ? null : before;
  switch (event.type) {
    case 'job.deleted':
      return null;
    case 'job.done':
      return { kind: 'done', pages: event.data.page_count ?? 0 };
    case 'job.failed':
      // The event does not have the code of the failure: the job is read instead.
      return before;
    case 'job.progress':
      return {
        kind: 'processing',
        stage: event.data.stage,
        pagesDone: event.data.pages_done,
        pagesTotal: event.data.pages_total,
      };
    case 'job.processing':
      return before.kind === 'processing'
        ? before
        : { kind: 'processing', stage: 'fetch', pagesDone: 0, pagesTotal: 0 };
    default:
      return before.kind === 'queued' ? before : { kind: 'queued', position: null };
  }
}
