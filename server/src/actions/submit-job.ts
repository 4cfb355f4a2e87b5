/** Submits a job: the upload is received, checked and stored, then everything it needs is committed at once. */
import { createReadStream } from 'node:fs';
import type { Caller } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import { type Job, jobPrefix, sourceKey } from '../domain/job.ts';
import type { ParserOptions } from '../domain/options.ts';
import { queuePriority } from '../domain/plan.ts';
import { seal } from '../domain/sealing.ts';
import { billingMonth } from '../domain/usage.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Engine } from '../ports/engine.ts';
import type { Admission, NewJob, Store } from '../ports/store.ts';
import { type AdmittedDocument, admitDocument } from './admit-document.ts';
import { pageLimitReached, tooManyJobs } from './limit-errors.ts';
import { fileTooLarge, receiveUpload, type Upload, type UploadPart } from './receive-upload.ts';

export type SubmitJobPorts = {
  readonly store: Pick<Store, 'accounts' | 'jobs' | 'uploads'>;
  readonly blobs: Pick<Blobs, 'put' | 'deletePrefix'>;
  readonly engine: Pick<Engine, 'preflight'>;
  readonly clock: Clock;
  readonly spoolDir: string;
  readonly sealingKey: Buffer;
};

export type SubmitJobRequest = {
  readonly parts: AsyncIterable<UploadPart>;
  /** Of the whole request, where the client announced it. */
  readonly contentLength: number | undefined;
  readonly readOptions: (text: string) => { options: ParserOptions; password: string | undefined };
};

/** A form around the file is never larger than this; what is announced beyond it must be file. */
const formBytesMax = 131_072;
/** How long an upload counts as alive after its last sign of life. */
const uploadAliveMs = 30_000;

/** What can be refused before a single byte of the body is read. */
export async function refuseEarly(
  { store }: Pick<SubmitJobPorts, 'store'>,
  { account, plan }: Caller,
  contentLength: number | undefined,
): Promise<void> {
  if (plan.fileBytesMax !== null && (contentLength ?? 0) > plan.fileBytesMax + formBytesMax) {
    throw fileTooLarge(plan.fileBytesMax);
  }
  const activeJobs = await store.jobs.activeCount(account.id);
  if (activeJobs >= plan.activeJobsMax) throw tooManyJobs(activeJobs, plan);
}

/** Stores the file under a note that says so: should this process die, the sweeper knows what to remove. */
async function storeSource(ports: SubmitJobPorts, job: NewJob, upload: Upload): Promise<void> {
  await ports.store.uploads.begin(job, uploadAliveMs);
  const keepAlive = setInterval(() => {
    ports.store.uploads.keepAlive(job.id, uploadAliveMs).catch(() => {});
  }, uploadAliveMs / 3);
  try {
    const body = createReadStream(upload.path);
    await ports.blobs.put(sourceKey(job), body, { contentType: 'application/pdf', bytes: upload.bytes });
  } finally {
    clearInterval(keepAlive);
  }
}

/** Best effort: what cannot be removed now is left to the sweeper, which finds it by its note. */
async function discardSource(ports: SubmitJobPorts, job: NewJob): Promise<void> {
  try {
    await ports.blobs.deletePrefix(jobPrefix(job));
    await ports.store.uploads.end(job.id);
  } catch {
    await ports.store.uploads.keepAlive(job.id, 0).catch(() => {});
  }
}

function admittedJob(admission: Admission, caller: Caller, pages: number): Job {
  switch (admission.kind) {
    case 'admitted':
      return admission.job;
    case 'too_many_jobs':
      throw tooManyJobs(admission.activeJobs, caller.plan);
    case 'page_limit':
      throw pageLimitReached(caller, admission.usage, pages);
  }
}

/** After a connection broke during the commit: the job if it was made, `null` if not, `undefined` if nobody can tell. */
function committedAfterAll(ports: SubmitJobPorts, job: NewJob): Promise<Job | null | undefined> {
  return ports.store.jobs.find(job.accountId, job.id).catch(() => undefined);
}

async function commit(ports: SubmitJobPorts, caller: Caller, job: NewJob, upload: Upload): Promise<Job> {
  try {
    await storeSource(ports, job, upload);
    const admission = await ports.store.jobs.admit(job, {
      activeJobsMax: caller.plan.activeJobsMax,
      pagesPerMonth: caller.plan.pagesPerMonth,
      priority: queuePriority[caller.account.tier],
    });
    return admittedJob(admission, caller, job.pages);
  } catch (error) {
    const refused = error instanceof OctavoError && error.code !== 'service_unavailable';
    const made = refused ? null : await committedAfterAll(ports, job);
    if (made) return made;
    if (made === null) await discardSource(ports, job);
    throw error;
  }
}

function newJob(ports: SubmitJobPorts, caller: Caller, upload: Upload, document: AdmittedDocument): NewJob {
  const createdAt = ports.clock.now();
  const id = newId(createdAt.getTime());
  return {
    id,
    accountId: caller.account.id,
    apiKeyId: caller.apiKeyId,
    options: document.options,
    source: { fileName: upload.fileName, bytes: upload.bytes, sha256: upload.sha256 },
    pages: document.pages,
    documentPages: document.documentPages,
    sealedPassword: document.password === undefined ? null : seal(ports.sealingKey, document.password, id),
    createdAt,
  };
}

export async function submitJob(
  ports: SubmitJobPorts,
  caller: Caller,
  request: SubmitJobRequest,
): Promise<Job> {
  await refuseEarly(ports, caller, request.contentLength);
  await using upload = await receiveUpload(ports.spoolDir, request.parts, caller.plan.fileBytesMax);
  const document = await admitDocument(ports.engine, upload, request.readOptions(upload.optionsText));
  const usage = await ports.store.accounts.monthUsage(caller.account.id, billingMonth(ports.clock.now()));
  if (document.pages > caller.plan.pagesPerMonth - usage.pagesCharged - usage.pagesReserved) {
    throw pageLimitReached(caller, usage, document.pages);
  }
  // Awaited here, because leaving this block removes the spooled file.
  return await commit(ports, caller, newJob(ports, caller, upload, document), upload);
}
