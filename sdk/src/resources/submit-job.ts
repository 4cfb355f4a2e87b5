/** Submits a job, with retries that create one job only, and waits for a free job slot of the plan. */
import { TooManyRequestsError } from '../errors/api-error.ts';
import { InputError } from '../errors/octavo-error.ts';
import type { ApiRequest, UploadOptions } from '../request/attempt.ts';
import type { FileSource } from '../request/file-source.ts';
import { type FileInput, openFileSource } from '../request/open-file-source.ts';
import { isConcurrencyLimit, withJitter } from '../request/retry.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import type { Job, ParserOptionsInput } from '../wire.ts';

export type JobSubmission = {
  /** A path, File, Blob, bytes, stream or Response; `{ content, name }` sets the file name. */
  readonly file?: FileInput | undefined;
  /** Instead of `file`: the id of an earlier job whose file is submitted again. */
  readonly source_job_id?: string | undefined;
  /** Instead of `file`: the id of an upload of which all parts have been sent. */
  readonly upload_id?: string | undefined;
  /** Instead of `file`: a public https URL from which the server fetches it, where it offers that. */
  readonly source_url?: string | undefined;
  readonly options?: ParserOptionsInput | undefined;
  /** When the job is deleted automatically, once it is finished. */
  readonly expires_at?: string | Date | undefined;
};

export type SlotWait = {
  /** The response of the server, with the number of active jobs. */
  readonly error: TooManyRequestsError;
  readonly waitedMs: number;
};

export type CreateOptions = UploadOptions & {
  /** The same key with the same file and options returns the same job for 24 hours. Default: random. */
  readonly idempotencyKey?: string | undefined;
  /** How long to wait for a free slot; 0 throws immediately. */
  readonly slotTimeoutMs?: number | undefined;
  /** Called each time no slot is free. */
  readonly onSlotWait?: ((wait: SlotWait) => void) | undefined;
};

/** For smaller files, two more requests cost more than a form. */
const directUploadBytesMin = 32 * 1024 * 1024;

const firstPauseMs = 2_000;
const pauseMaxMs = 15_000;

function requireOneFile(submission: JobSubmission): void {
  const { file, source_job_id: sourceJobId, upload_id: uploadId, source_url: sourceUrl } = submission;
  if ([file, sourceJobId, uploadId, sourceUrl].filter((given) => given !== undefined).length === 1) return;
  throw new InputError(
    'A job needs exactly one file.',
    'Pass one of file, source_job_id, upload_id and source_url.',
  );
}

function requestFor(submission: JobSubmission, file: FileSource | null, options: CreateOptions): ApiRequest {
  const { source_job_id: sourceJobId, upload_id: uploadId, expires_at: expiresAt } = submission;
  return {
    method: 'POST',
    path: '/jobs',
    headers: { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() },
    form: {
      fields: {
        options: submission.options && JSON.stringify(submission.options),
        source_job_id: sourceJobId,
        upload_id: uploadId,
        source_url: submission.source_url,
        expires_at: expiresAt instanceof Date ? expiresAt.toISOString() : expiresAt,
      },
      file,
    },
    onUploadProgress: file ? options.onUploadProgress : undefined,
    idleTimeoutMs: options.idleTimeoutMs,
    isRepeatable: true,
  };
}

function canUploadDirectly({ settings }: Transport, { bytes = 0, openRange }: FileSource): boolean {
  return settings.directUploads && openRange !== undefined && bytes >= directUploadBytesMin;
}

async function submitFile(
  transport: Transport,
  submission: JobSubmission,
  file: FileSource,
  options: CreateOptions,
): Promise<Job> {
  const submit = (fields: JobSubmission, form: FileSource | null) =>
    sendUntilSlot(transport, requestFor(fields, form, options), options);
  if (!canUploadDirectly(transport, file)) return submit(submission, file);
  // Imported on use: the pages of a dashboard need not load it.
  const { withDirectUpload } = await import('./upload-directly.ts');
  return withDirectUpload(transport, file, options, (uploadId) =>
    uploadId === null ? submit(submission, file) : submit({ ...submission, upload_id: uploadId }, null),
  );
}

export async function submitJob(
  transport: Transport,
  submission: JobSubmission,
  options: CreateOptions = {},
): Promise<Job> {
  requireOneFile(submission);
  if (submission.file === undefined)
    return sendUntilSlot(transport, requestFor(submission, null, options), options);
  const file = await openFileSource(submission.file);
  try {
    return await submitFile(transport, submission, file, options);
  } finally {
    await file.close();
  }
}

async function sendUntilSlot(
  transport: Transport,
  request: ApiRequest,
  options: CreateOptions,
): Promise<Job> {
  const slotTimeoutMs = options.slotTimeoutMs ?? transport.settings.slotTimeoutMs;
  const startedAt = Date.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, pauseMaxMs)) {
    try {
      return await transport.json<Job>(request, options);
    } catch (error) {
      if (!(error instanceof TooManyRequestsError) || !isConcurrencyLimit(error)) throw error;
      const waitedMs = Date.now() - startedAt;
      const leftMs = slotTimeoutMs - waitedMs;
      if (leftMs <= 0 || !(request.form?.file?.canReopen ?? true)) throw error;
      options.onSlotWait?.({ error, waitedMs });
      await sleep(Math.min(withJitter(Math.max(error.retryAfterMs ?? 0, pauseMs)), leftMs), options.signal);
    }
  }
}
