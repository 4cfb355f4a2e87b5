/** Submits a file as a job, under the rules of `POST /jobs`, and waits within the request until it has finished. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DownloadPorts, requireDone } from '../../actions/download-output.ts';
import { missingTextWarnings } from '../../actions/locate-quotes.ts';
import type { ReadingPorts } from '../../actions/open-reading.ts';
import type { UploadPart } from '../../actions/receive-upload.ts';
import { type SubmitJobPorts, submitJob } from '../../actions/submit-job.ts';
import { type WaitForJobPorts, waitForJob } from '../../actions/wait-for-job.ts';
import { OctavoError } from '../../domain/errors.ts';
import { readIdempotencyKey } from '../../domain/idempotency.ts';
import { isFinished, type Job } from '../../domain/job.ts';
import type { AccountSlots } from '../account-limits.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyRate } from '../body-rate.ts';
import { deadlineSignal, disconnectSignal } from '../deadline.ts';
import { spanOf } from '../request-spans.ts';
import type { MissingText } from './docling-result.ts';

export type CompatiblePorts = SubmitJobPorts &
  DownloadPorts &
  ReadingPorts &
  WaitForJobPorts & {
    readonly bodyRate: BodyRate;
    readonly slots: AccountSlots;
    /** Aborted when the server is closing. */
    readonly closing: AbortSignal;
    /** How long a request waits for its conversion. */
    readonly waitMs: number;
  };

export type CompatibleUpload = {
  readonly parts: AsyncIterable<UploadPart>;
  /** How much of the body the file may be. */
  readonly fileShare: number;
};

export async function submit(
  ports: CompatiblePorts,
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, fileShare }: CompatibleUpload,
): Promise<Job> {
  const contentLength = request.headers['content-length'];
  const { job } = await submitJob(ports, callerOf(request), {
    parts,
    contentLength: contentLength === undefined ? undefined : Math.floor(Number(contentLength) * fileShare),
    idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']?.toString()),
    span: spanOf(request),
    signal: disconnectSignal(reply),
  });
  return job;
}

function takesTooLong({ id }: Job, waitMs: number): OctavoError {
  const seconds = Math.round(waitMs / 1_000);
  return new OctavoError(
    'wait_timeout',
    `Conversion is taking too long: more than the ${seconds} seconds that a request waits. It goes on as job ${id}.`,
  );
}

const slotRetryMs = 100;

/** A finished conversion waits for a download to end instead of being refused: it has been charged. */
async function takeDownloadSlot(
  { slots }: CompatiblePorts,
  request: FastifyRequest,
  reply: FastifyReply,
  deadline: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return slots.take(request, reply, 'download');
    } catch (error) {
      if (deadline.aborted) throw error;
      await sleep(slotRetryMs);
    }
  }
}

/** Resolves to a job that is done, with a slot for reading its results. */
export async function convertWithinRequest(
  ports: CompatiblePorts,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: CompatibleUpload,
): Promise<Job> {
  // Before anything is read: a request that may not wait must not create a job.
  ports.slots.take(request, reply, 'stream');
  const submitted = await submit(ports, request, reply, upload);
  const deadline = deadlineSignal(reply, ports.closing, ports.waitMs);
  const job = await waitForJob(ports, callerOf(request), submitted.id, deadline);
  if (!isFinished(job)) throw takesTooLong(job, ports.waitMs);
  requireDone(job);
  await takeDownloadSlot(ports, request, reply, deadline);
  return job;
}

export async function missingTextOf({ store }: CompatiblePorts, job: Job): Promise<readonly MissingText[]> {
  const codes: ReadonlySet<string> = new Set(missingTextWarnings);
  const warnings = (await store.jobs.warnings(job.accountId, [job.id])).get(job.id) ?? [];
  return warnings.filter(({ code }) => codes.has(code));
}
