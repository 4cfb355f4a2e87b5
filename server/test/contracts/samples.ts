/** Ready-made accounts, keys and jobs for tests of a `Store`. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Account } from '../../src/domain/account.ts';
import { hashRawKey, keyPrefixOf, newRawKey } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/ids.ts';
import { type Output, outputKey } from '../../src/domain/job.ts';
import { withDefaults } from '../../src/domain/options.ts';
import type { Admission, AdmissionLimits, NewApiKey, NewJob, Store } from '../../src/ports/store.ts';

export const noon = new Date('2026-11-15T12:00:00.000Z');
export const month = '2026-11-01';
export const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
export const roomy: AdmissionLimits = { activeJobsMax: 1_000, pagesPerMonth: 1_000_000, priority: 0 };

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
    sealedPassword: null,
    idempotency: null,
    expiresAt: null,
    traceParent: null,
    createdAt: noon,
    ...overrides,
  };
}

export function sampleOutput(job: { id: string; accountId: string }, attempt: number): Output {
  return {
    format: 'markdown',
    objectKey: outputKey(job, attempt, 'markdown'),
    bytes: 42,
    sha256: randomBytes(32).toString('hex'),
  };
}

export async function admitted(store: Store, job: NewJob, limits = roomy): Promise<string> {
  const admission: Admission = await store.jobs.admit(job, limits);
  if (admission.kind !== 'admitted') throw new Error(`expected an admission, got ${admission.kind}`);
  return admission.job.id;
}

export async function claimed(store: Store, job: NewJob): Promise<{ id: string; attempt: number }> {
  const id = await admitted(store, job);
  const claim = await store.jobs.claim(id, 30_000);
  if (!claim) throw new Error('expected a claim');
  return { id, attempt: claim.attempt };
}
