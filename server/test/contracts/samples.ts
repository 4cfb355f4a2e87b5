/** Ready-made accounts, keys and jobs for tests of a `Store`. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AccessibilityReport } from '../../src/domain/accessibility.ts';
import type { Account } from '../../src/domain/account.ts';
import { hashRawKey, keyPrefixOf, newRawKey } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/ids.ts';
import {
  type ClaimName,
  claimPrefix,
  type Job,
  type Output,
  outputKey,
  readingKey,
  type StoredDocument,
} from '../../src/domain/job.ts';
import { withDefaults } from '../../src/domain/options.ts';
import type {
  Admission,
  AdmissionLimits,
  Claim,
  HandBack,
  NewApiKey,
  NewJob,
  Store,
} from '../../src/ports/store.ts';

export const noon = new Date('2026-11-15T12:00:00.000Z');
export const month = '2026-11-01';
export const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
export const ampleLimits: AdmissionLimits = { activeJobsMax: 1_000, pagesPerMonth: 1_000_000, priority: 0 };

export function newAccount(store: Store, email = 'ada@example.test'): Promise<Account> {
  return store.accounts.findOrCreate(
    { issuer: 'https://id.example.test', subject: randomUUID(), email },
    noon,
  );
}

export function sampleKey(accountId: string, overrides: Partial<NewApiKey> = {}): NewApiKey {
  const rawKey = newRawKey();
  return {
    id: newId(noon.getTime()),
    accountId,
    name: 'ci',
    keyPrefix: keyPrefixOf(rawKey),
    hash: hashRawKey(rawKey),
    createdAt: noon,
    ...overrides,
  };
}

export function sampleJob(accountId: string, overrides: Partial<NewJob> = {}): NewJob {
  return {
    id: newId(noon.getTime()),
    accountId,
    apiKeyId: null,
    options: withDefaults({}),
    source: { fileName: 'report.pdf', bytes: 1234, sha256: randomBytes(32).toString('hex') },
    pages: 3,
    documentPages: 3,
    ocrPagesMax: null,
    sealedPassword: null,
    idempotency: null,
    expiresAt: null,
    traceParent: null,
    createdAt: noon,
    ...overrides,
  };
}

export function sampleOutput(job: { id: string; accountId: string }, claim: ClaimName): Output {
  return {
    format: 'markdown',
    objectKey: outputKey(job, claim, 'markdown'),
    bytes: 42,
    sha256: randomBytes(32).toString('hex'),
  };
}

export function sampleDocument(job: { id: string; accountId: string }, claim: ClaimName): StoredDocument {
  return {
    key: `${claimPrefix(job, claim)}document.jsonl.gz`,
    bytes: 77,
    sha256: randomBytes(32).toString('hex'),
  };
}

export function sampleReading(job: { id: string; accountId: string }, claim: ClaimName): StoredDocument {
  return { key: readingKey(job, claim), bytes: 55, sha256: randomBytes(32).toString('hex') };
}

export const sampleReport: AccessibilityReport = {
  standard: 'PDF/UA-1',
  checked_by: 'veraPDF 1.28',
  before: null,
  before_error: 'The file is damaged.',
  after: {
    passes: false,
    rules_failed: 1,
    failures: [
      {
        clause: '7.3-1',
        description: 'Figures have alternative texts',
        count: 2,
        places: [
          { page: 2, box: [72, 647.3, 306.048, 661.172] },
          { page: 3, box: null },
        ],
      },
    ],
  },
  after_error: null,
  written: [{ what: 'title', value: 'Ⅳ. Übersicht', from: 'first_heading', count: 1 }],
  to_do: [{ what: 'alternative_text', message: 'Describe 2 images.', count: 2, places: [] }],
};

/** A job that is done, with markdown, a stored document and a reading index. */
export async function doneJob(store: Store, job: NewJob): Promise<Job> {
  const claim = await claimed(store, job);
  const parts = { document: sampleDocument(job, claim), reading: sampleReading(job, claim) };
  const outputs = [sampleOutput(job, claim)];
  await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs, ...parts }, noon);
  const done = await store.jobs.find(job.accountId, job.id);
  if (!done) throw new Error('expected a job');
  return done;
}

/** Requeues without counting against a retry budget. */
export const uncounted: HandBack = { budget: null, delayMs: 0 };

/** Like a submit: the upload is recorded before its job is admitted. */
export async function admit(store: Store, job: NewJob, limits = ampleLimits): Promise<Admission> {
  await store.uploads.begin(job, 60_000);
  return store.jobs.admit(job, limits);
}

export async function admitted(store: Store, job: NewJob, limits = ampleLimits): Promise<string> {
  const admission = await admit(store, job, limits);
  if (admission.kind !== 'admitted') throw new Error(`expected an admission, got ${admission.kind}`);
  return admission.job.id;
}

export async function claimed(store: Store, job: NewJob): Promise<Claim & { readonly id: string }> {
  return { ...(await claimAgain(store, await admitted(store, job))), id: job.id };
}

export async function claimAgain(store: Store, jobId: string, leaseMs = 30_000): Promise<Claim> {
  const claim = await store.jobs.claim(jobId, leaseMs);
  if (!claim) throw new Error('expected a claim');
  return claim;
}
