/** Inspects a document without creating a job: its content, its cost, and recommended options. */
import type { Caller } from '../domain/caller.ts';
import type { ConcurrencyLimiter } from '../domain/concurrency-limiter.ts';
import { type ErrorCode, OctavoError, unavailable } from '../domain/errors.ts';
import { type OcrOffer, parseOptions, unrestrictedOcr } from '../domain/options-schema.ts';
import { ocrPagesLimit } from '../domain/plan.ts';
import { billingMonth, pagesRemaining } from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentFindings, Engine, InspectOutcome } from '../ports/engine.ts';
import type { Store } from '../ports/store.ts';
import { type AdmittedDocument, admitDocument, parserBusy } from './admit-document.ts';
import { checkContentLength, receiveUpload, type UploadPart } from './receive-upload.ts';
import { type Advice, recommendOptions } from './recommend-options.ts';

export type InspectDocumentPorts = {
  readonly store: Pick<Store, 'accounts' | 'jobs'>;
  readonly engine: Pick<Engine, 'preflight' | 'inspect'>;
  readonly clock: Clock;
  readonly spoolDir: string;
  readonly ocrOffer?: OcrOffer | undefined;
  /** Inspections are free, so the number of concurrent ones is limited. */
  readonly inspections: ConcurrencyLimiter;
};

export type InspectDocumentRequest = {
  readonly parts: AsyncIterable<UploadPart>;
  readonly contentLength: number | undefined;
  /** Ends the inspection when the client disconnects. */
  readonly signal: AbortSignal;
};

export type DocumentReport = {
  readonly document: AdmittedDocument;
  readonly findings: DocumentFindings;
  readonly pagesRemaining: number;
  readonly pagesLimit: number;
  /** What would refuse a submit right now; `null` when nothing would. */
  readonly refusal: Extract<ErrorCode, 'concurrent_job_limit' | 'page_limit_reached'> | null;
  readonly advice: Advice;
};

/** Per account and API process; the upload counts too. */
const perAccountMax = 2;
const retrySeconds = 5;

function tooManyInspections(why: string): OctavoError {
  return new OctavoError('too_many_inspections', `${why} Try again in ${retrySeconds} seconds.`, {
    retryAfterSeconds: retrySeconds,
  });
}

const accountBusy = () => tooManyInspections('Another document of your account is being inspected.');

function findingsOf(outcome: InspectOutcome, signal: AbortSignal): DocumentFindings {
  switch (outcome.status) {
    case 'inspected':
      return outcome.findings;
    case 'busy':
      throw outcome.because === 'account' ? accountBusy() : parserBusy();
    case 'failed':
      // Not sent to anyone: it keeps a disconnect from being counted as a failure of the service.
      if (signal.aborted) throw new OctavoError('invalid_request', 'The client disconnected before the end.');
      throw unavailable('parser', outcome.failure.detail);
  }
}

async function report(
  { store, clock, ocrOffer = unrestrictedOcr }: InspectDocumentPorts,
  { account, plan }: Caller,
  document: AdmittedDocument,
  findings: DocumentFindings,
): Promise<DocumentReport> {
  const usage = await store.accounts.monthUsage(account.id, billingMonth(clock.now()));
  const activeJobs = await store.jobs.activeCount(account.id);
  const remaining = pagesRemaining(usage, plan.pagesPerMonth);
  const pagesLacking = document.pages > remaining ? 'page_limit_reached' : null;
  return {
    document,
    findings,
    pagesRemaining: remaining,
    pagesLimit: plan.pagesPerMonth,
    // In the order in which a submit checks them.
    refusal: activeJobs >= plan.activeJobsMax ? 'concurrent_job_limit' : pagesLacking,
    advice: recommendOptions({
      ...document,
      pagesRemaining: remaining,
      ocrPagesMax: ocrPagesLimit(plan.ocrPagesMax, ocrOffer.pagesMax),
      findings,
    }),
  };
}

export async function inspectDocument(
  ports: InspectDocumentPorts,
  caller: Caller,
  request: InspectDocumentRequest,
): Promise<DocumentReport> {
  checkContentLength(caller.plan, request.contentLength);
  using slot = ports.inspections.acquire(caller.account.id, perAccountMax);
  if (!slot) {
    throw tooManyInspections(`${perAccountMax} of your documents are being inspected, which is the limit.`);
  }
  await using upload = await receiveUpload(ports.spoolDir, request.parts, caller.plan.fileBytesMax);
  const { signal } = request;
  const account = caller.account.id;
  const requested = parseOptions(upload.optionsText, ports.ocrOffer);
  const document = await admitDocument(ports.engine, upload, requested, { account, signal, accountBusy });
  const { range, password } = document;
  const outcome = await ports.engine.inspect({ path: upload.path, range, password, account, signal });
  // Awaited here, because leaving this block releases the slot.
  return await report(ports, caller, document, findingsOf(outcome, signal));
}
