/** Submits a job: receives, checks and stores the upload, then commits the job in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { OctavoError, submitUnconfirmed } from '../domain/errors.ts';
import { fingerprintOf, type Idempotency, isSameRequest, keyReused } from '../domain/idempotency.ts';
import { newId } from '../domain/ids.ts';
import type { Job } from '../domain/job.ts';
import { pageLimitReached, tooManyChecks, tooManyJobs, tooManyUploads } from '../domain/limit-errors.ts';
import { type OcrOffer, parseOptions, type RequestedOptions } from '../domain/options-schema.ts';
import { queuePriority } from '../domain/plan.ts';
import { readExpiry } from '../domain/retention.ts';
import { type SealingKeys, seal } from '../domain/sealing.ts';
import type { UploadLimiter } from '../domain/upload-limiter.ts';
import { billingMonth } from '../domain/usage.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Engine } from '../ports/engine.ts';
import type { FileFetcher } from '../ports/file-fetcher.ts';
import type { Admission, EarlierSubmit, NewJob, Store } from '../ports/store.ts';
import { traced } from '../ports/traced.ts';
import type { Span } from '../ports/tracer.ts';
import { formatTraceParent } from '../protocol/trace-context.ts';
import { type AdmittedDocument, admitDocument } from './admit-document.ts';
import { earlierFileOpener } from './open-earlier-file.ts';
import { sourceUrlOpener } from './open-source-url.ts';
import { removeUsedUpload, uploadedFileOpener, uploadUsed } from './open-uploaded-file.ts';
import {
  checkContentLength,
  receiveUpload,
  type StoredFileOpeners,
  type Upload,
  type UploadPart,
} from './receive-upload.ts';
import { discardSource, storeWhileChecking } from './store-source.ts';

export type SubmitJobPorts = {
  readonly store: Pick<Store, 'accounts' | 'jobs' | 'uploads' | 'directUploads'>;
  readonly blobs: Pick<Blobs, 'get' | 'putFile' | 'deletePrefix' | 'storedParts' | 'completeParts'>;
  readonly engine: Pick<Engine, 'preflight'>;
  readonly clock: Clock;
  readonly spoolDir: string;
  readonly sealingKeys: SealingKeys;
  readonly ocrOffer?: OcrOffer | undefined;
  readonly uploadLimiter: UploadLimiter;
  /** Absent where the operator does not offer it. */
  readonly fileFetcher?: FileFetcher | undefined;
};

export type SubmitJobRequest = {
  readonly parts: AsyncIterable<UploadPart>;
  /** Content-Length of the whole request, if sent. */
  readonly contentLength: number | undefined;
  readonly idempotencyKey: string | null;
  /** The span of the request; the job continues its trace. */
  readonly span: Span;
  /** Ends the check of the document when the client disconnects; a committed job stays. */
  readonly signal: AbortSignal;
};

export type Submitted = {
  readonly job: Job;
  /** The job existed before, under the same idempotency key. */
  readonly repeated: boolean;
};

/** How long a submit whose commit was not answered waits for the database; long enough for its restart. */
const confirmationMs = 10_000;
const confirmationIntervalMs = 250;

/** Refuses what can be refused before the body is read, and acquires an upload slot. */
async function acquireUploadSlot(
  { store, clock, uploadLimiter }: SubmitJobPorts,
  { account, plan }: Caller,
  { contentLength, idempotencyKey: key }: SubmitJobRequest,
): Promise<Disposable> {
  checkContentLength(plan, contentLength);
  const { activeJobs } = account;
  if (activeJobs >= plan.activeJobsMax) {
    // The active jobs may include the one that is being repeated.
    const earlier = key === null ? null : await store.jobs.findByIdempotencyKey(account.id, key, clock.now());
    if (!earlier) throw tooManyJobs(activeJobs, plan);
  }
  const slot = uploadLimiter.acquire(account.id, plan.activeJobsMax);
  if (!slot) throw tooManyUploads(activeJobs, uploadLimiter.maxFor(plan.activeJobsMax));
  return slot;
}

function repeat(earlier: EarlierSubmit, idempotency: Idempotency): Submitted {
  if (!isSameRequest(idempotency, earlier.fingerprint)) throw keyReused('another request');
  if (!earlier.job) throw keyReused('job deleted');
  return { job: earlier.job, repeated: true };
}

function admitted(admission: Admission, caller: Caller, job: NewJob): Submitted {
  switch (admission.kind) {
    case 'admitted':
      return { job: admission.job, repeated: false };
    case 'repeated':
      if (!job.idempotency) throw new Error('a submit without a key cannot be a repetition');
      return repeat(admission.earlier, job.idempotency);
    case 'too_many_jobs':
      throw tooManyJobs(admission.activeJobs, caller.plan);
    case 'page_limit':
      throw pageLimitReached(caller, admission.usage, job);
    case 'upload_used':
      throw uploadUsed();
  }
}

/**
 * After a connection broke during the commit: the job if it was created, `null` if not, `undefined` if the database
 * stays unreachable. The commit may still arrive at the database; abandoning the upload first prevents that.
 */
async function findCommittedJob({ store }: SubmitJobPorts, job: NewJob): Promise<Job | null | undefined> {
  const deadline = performance.now() + confirmationMs;
  for (;;) {
    try {
      await store.uploads.abandon(job.id);
      return await store.jobs.find(job.accountId, job.id);
    } catch {
      if (performance.now() > deadline) return undefined;
      await sleep(confirmationIntervalMs);
    }
  }
}

async function commit(ports: SubmitJobPorts, caller: Caller, job: NewJob, span: Span): Promise<Submitted> {
  const limits = {
    activeJobsMax: caller.plan.activeJobsMax,
    pagesPerMonth: caller.plan.pagesPerMonth,
    priority: queuePriority[caller.account.tier],
  };
  try {
    const admission = await traced(span, 'admit', () => ports.store.jobs.admit(job, limits));
    const submitted = admitted(admission, caller, job);
    if (submitted.repeated) await discardSource(ports, job);
    return submitted;
  } catch (error) {
    const refused = error instanceof OctavoError && error.code !== 'service_unavailable';
    const made = refused ? null : await findCommittedJob(ports, job);
    if (made) return { job: made, repeated: false };
    if (made === undefined) throw submitUnconfirmed(error);
    await discardSource(ports, job);
    throw error;
  }
}

function newJob(
  { sealingKeys }: SubmitJobPorts,
  caller: Caller,
  upload: Upload,
  document: AdmittedDocument,
  place: Pick<NewJob, 'id' | 'accountId' | 'createdAt'>,
  wishes: Pick<NewJob, 'idempotency' | 'expiresAt' | 'traceParent'>,
): NewJob {
  return {
    ...place,
    apiKeyId: caller.apiKeyId,
    options: document.options,
    source: { fileName: upload.fileName, bytes: upload.bytes, sha256: upload.sha256 },
    origin: upload.origin,
    uploadId: upload.uploadId,
    pages: document.pages,
    documentPages: document.documentPages,
    ocrPagesMax: caller.plan.ocrPagesMax,
    sealedPassword: document.password === undefined ? null : seal(sealingKeys, document.password, place.id),
    ...wishes,
  };
}

function identify(
  { sealingKeys }: SubmitJobPorts,
  key: string | null,
  { sha256 }: Upload,
  requested: RequestedOptions,
): Idempotency | null {
  if (key === null) return null;
  const request = { ...requested, sourceSha256: sha256 };
  const [first, ...others] = sealingKeys;
  return {
    key,
    fingerprint: fingerprintOf(first, request),
    otherFingerprints: others.map((other) => fingerprintOf(other, request)),
  };
}

type Check = {
  readonly upload: Upload;
  readonly requested: RequestedOptions;
  readonly span: Span;
  readonly signal: AbortSignal;
};

/** Refuses what cannot be opened, and what has more pages than the account has left. */
async function checkDocument(
  { store, engine, clock }: SubmitJobPorts,
  caller: Caller,
  { upload, requested, span, signal }: Check,
): Promise<AdmittedDocument> {
  const { account, plan } = caller;
  const reading = store.accounts.monthUsage(account.id, billingMonth(clock.now()));
  reading.catch(() => {});
  const document = await traced(span, 'preflight', () =>
    admitDocument(engine, upload, requested, {
      account: account.id,
      signal,
      accountBusy: async () => tooManyChecks(await store.jobs.activeCount(account.id)),
    }),
  );
  const usage = await reading;
  if (document.pages > plan.pagesPerMonth - usage.pagesCharged - usage.pagesReserved) {
    throw pageLimitReached(caller, usage, document);
  }
  return document;
}

function openersFor(
  ports: SubmitJobPorts,
  caller: Caller,
  { idempotencyKey, signal }: SubmitJobRequest,
): StoredFileOpeners {
  return {
    source_job_id: earlierFileOpener(ports, caller),
    upload_id: uploadedFileOpener(ports, caller, { mayBeRepeated: idempotencyKey !== null }),
    source_url: sourceUrlOpener(ports.fileFetcher, signal),
  };
}

export async function submitJob(
  ports: SubmitJobPorts,
  caller: Caller,
  request: SubmitJobRequest,
): Promise<Submitted> {
  using _slot = await acquireUploadSlot(ports, caller, request);
  const { span } = request;
  await using upload = await traced(span, 'receive upload', () =>
    receiveUpload(
      ports.spoolDir,
      request.parts,
      caller.plan.fileBytesMax,
      openersFor(ports, caller, request),
    ),
  );
  const requested = parseOptions(upload.optionsText, ports.ocrOffer);
  const idempotency = identify(ports, request.idempotencyKey, upload, requested);
  if (idempotency) {
    const { key } = idempotency;
    const earlier = await ports.store.jobs.findByIdempotencyKey(caller.account.id, key, ports.clock.now());
    if (earlier) return repeat(earlier, idempotency);
  }
  const { expiresAtText } = upload;
  const expiresAt =
    expiresAtText === undefined ? null : readExpiry(expiresAtText, ports.clock.now(), ['expires_at']);
  const createdAt = ports.clock.now();
  const place = { id: newId(createdAt.getTime()), accountId: caller.account.id, createdAt };
  const document = await storeWhileChecking(ports, { job: place, file: upload, span }, (failing) => {
    const signal = AbortSignal.any([request.signal, failing]);
    return checkDocument(ports, caller, { upload, requested, span, signal });
  });
  span.setAttributes({ 'octavo.pages': document.pages, 'octavo.bytes': upload.bytes });
  const traceParent = formatTraceParent(span.context);
  const job = newJob(ports, caller, upload, document, place, { idempotency, expiresAt, traceParent });
  span.setAttributes({ 'octavo.job_id': job.id });
  const submitted = await commit(ports, caller, job, span);
  if (upload.uploadId !== null && !submitted.repeated) {
    await removeUsedUpload(ports, { id: upload.uploadId, accountId: job.accountId });
  }
  return submitted;
}
