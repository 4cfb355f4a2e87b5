/** `POST /diffs` by status, on fakes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../src/domain/job.ts';
import type { CompareOutcome, CompareRequest } from '../../src/ports/document-writer.ts';
import { failure } from '../../src/processes/failure.ts';
import { admitted, claimed, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { compareFake, fakeWriter, writeFake } from '../fakes/fake-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { documentText, storedJob } from '../fakes/stored-job.ts';
import { testApp } from './test-app.ts';

let store: MemoryStore;
let blobs: MemoryBlobs;
let compare: (request: CompareRequest) => Promise<CompareOutcome>;
let spoolDir: string;
let app: FastifyInstance;
let accountId: string;
let base: Job;
let head: Job;

async function accountOf(subject: string): Promise<string> {
  const person = { issuer: 'https://id.test', subject, email: '' };
  return (await store.accounts.findOrCreate(person, new Date())).id;
}

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  compare = compareFake;
  spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  const writer = fakeWriter(writeFake, (request) => compare(request));
  app = await testApp({ store, blobs, writer, spoolDir });
  accountId = await accountOf('alice');
  base = await storedJob(store, blobs, accountId);
  head = await storedJob(store, blobs, accountId);
});

async function post(payload: unknown, user: string | null = 'alice') {
  const answer = await app.inject({
    method: 'POST',
    url: '/diffs',
    headers: {
      'content-type': 'application/json',
      ...(user !== null && { authorization: `Bearer ${user}` }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  expect(readdirSync(spoolDir)).toEqual([]);
  return answer;
}

const pair = (more: object = {}) => ({ base_job_id: base.id, head_job_id: head.id, ...more });

async function refusal(payload: unknown, user: string | null = 'alice') {
  const answer = await post(payload, user);
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

const failWith = (...reason: Parameters<typeof failure>) => {
  compare = async () => ({ status: 'failed', failure: failure(...reason) });
};

describe('200', () => {
  it('json of the stored documents, which is not kept by caches', async () => {
    const answer = await post(pair());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.json()).toMatchObject({
      base: documentText,
      head: documentText,
      scope: 'text',
      format: 'json',
    });
  });

  it('html as a file that browsers do not render on this origin', async () => {
    const answer = await post(pair({ format: 'html', scope: 'structure' }));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="differences.html"/);
    expect(answer.body).toContain('"scope":"structure","format":"html"');
  });

  it('a job next to itself', async () => {
    expect((await post({ base_job_id: base.id, head_job_id: base.id })).statusCode).toBe(200);
  });
});

describe('400', () => {
  it('a missing id, an unknown format, an unknown field, text that is not JSON', async () => {
    expect(await refusal({ base_job_id: base.id })).toEqual([400, 'invalid_request']);
    expect(await refusal(pair({ format: 'pdf' }))).toEqual([400, 'invalid_request']);
    expect(await refusal(pair({ scope: 'all' }))).toEqual([400, 'invalid_request']);
    expect(await refusal(pair({ more: 1 }))).toEqual([400, 'invalid_request']);
    expect(await refusal('{')).toEqual([400, 'invalid_json']);
  });
});

it('401 without credentials', async () => {
  expect(await refusal(pair(), null)).toEqual([401, 'unauthorized']);
});

describe('404', () => {
  it('an absent or malformed id on either side', async () => {
    for (const id of [randomUUID(), 'no-uuid', '']) {
      expect(await refusal(pair({ base_job_id: id }))).toEqual([404, 'job_not_found']);
      expect(await refusal(pair({ head_job_id: id }))).toEqual([404, 'job_not_found']);
    }
  });

  it('a job of another account on either side', async () => {
    const foreign = await storedJob(store, blobs, await accountOf('bob'));
    expect(await refusal(pair({ base_job_id: foreign.id }))).toEqual([404, 'job_not_found']);
    expect(await refusal(pair({ head_job_id: foreign.id }))).toEqual([404, 'job_not_found']);
    expect(await refusal(pair(), 'bob')).toEqual([404, 'job_not_found']);
  });
});

describe('409', () => {
  it('a job that is not done', async () => {
    const waiting = await admitted(store, sampleJob(accountId));
    expect(await refusal(pair({ head_job_id: waiting }))).toEqual([409, 'job_not_done']);
  });

  it('a job of a version that stored no documents', async () => {
    const old = sampleJob(accountId);
    const claim = await claimed(store, old);
    await store.jobs.complete(
      claim,
      { pageCount: 3, warnings: [], outputs: [sampleOutput(old, claim)] },
      noon,
    );
    expect(await refusal(pair({ base_job_id: old.id }))).toEqual([409, 'document_not_stored']);
  });
});

it('413 if the documents are too long, or need too much memory or time', async () => {
  for (const reason of ['out_of_memory', 'timeout', 'invalid'] as const) {
    failWith(reason, 'too much');
    expect(await refusal(pair())).toEqual([413, 'diff_too_large']);
  }
});

describe('503', () => {
  it('if the writer crashed', async () => {
    failWith('crash', 'exit code 1');
    expect(await refusal(pair())).toEqual([503, 'service_unavailable']);
  });

  it('if storage has lost a document, or has another one', async () => {
    const document = await store.jobs.document(accountId, head.id);
    await blobs.put(document?.key ?? '', Buffer.from('another'), { contentType: 'application/zstd' });
    expect(await refusal(pair())).toEqual([503, 'service_unavailable']);
  });
});
