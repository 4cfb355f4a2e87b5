/** Events of jobs. Numbers count per account, without gaps. */
import type { JobStatus } from './job.ts';

export const eventTypes = [
  'job.created',
  'job.pending',
  'job.processing',
  'job.done',
  'job.failed',
  'job.deleted',
] as const;
export type EventType = (typeof eventTypes)[number];

export type JobEvent = {
  readonly accountId: string;
  readonly number: number;
  readonly jobId: string;
  readonly type: EventType;
  readonly at: Date;
  readonly data: {
    readonly status: JobStatus;
    readonly pageCount: number | null;
    readonly errorMessage: string | null;
  };
};

const last: readonly EventType[] = ['job.done', 'job.failed', 'job.deleted'];

/** No event of the job follows it, except its deletion. */
export function isLastEvent({ type }: Pick<JobEvent, 'type'>): boolean {
  return last.includes(type);
}
