/** Erasure certificates by status, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/domain/dsse.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { admitted, doneJob, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

let store: MemoryStore;
let blobs: MemoryBlobs;
let app: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  app = await testApp({ store, blobs });
});

const as = (user: string) => ({ authorization: `Bearer ${user}` });
const get = (id: string, user = 'alice') => app.inject({ url: `/erasures/${id}`, headers: as(user) });
const remove = (id: string) => app.inject({ method: 'DELETE', url: `/jobs/${id}`, headers: as('alice') });

async function accountId(): Promise<string> {
  const alice = { issuer: 'https://id.test', subject: 'alice', email: '' };
  return (await store.accounts.findOrCreate(alice, new Date())).id;
}

/** With its source in storage. */
async function jobWithFile() {
  const source = { fileName: 'secret-name.pdf', bytes: 9, sha256: 'ab'.repeat(32) };
  const job = await doneJob(store, sampleJob(await accountId(), { source }));
  await blobs.put(sourceKey(job), Buffer.from('%PDF-1.7 '), { contentType: 'application/pdf' });
  return job;
}

const statementOf = ({ payload }: Envelope) => JSON.parse(Buffer.from(payload, 'base64').toString());

async function verified(receipt: Envelope, files: object[] = []) {
  const payload = { receipt, files };
  const answer = await app.inject({
    method: 'POST',
    url: '/receipts/verify',
    headers: as('alice'),
    payload,
  });
  return answer.json() as Record<string, unknown>;
}

describe('GET /erasures/{id}', () => {
  it('200: a signed statement of the files that were removed', async () => {
    const job = await jobWithFile();
    expect((await remove(job.id)).statusCode).toBe(204);
    const answer = await get(job.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.in-toto.erasure+dsse');
    const { subject, ...statement } = statementOf(answer.json());
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'urn:octavo:predicate-type:erasure:v1',
      predicate: {
        service: 'http://127.0.0.1:3000',
        job_id: job.id,
        job_status: 'done',
        reason: 'requested',
        removed: { files: 4, bytes: 9 + 42 + 77 + 55, pages: 3, records: 4, reading_indexes: 1 },
        object_versions_left: 0,
      },
    });
    expect(subject.map(({ name }: { name: string }) => name)).toEqual([
      'source',
      'markdown',
      'document',
      'reading-index',
    ]);
    expect(subject[0]).toEqual({
      name: 'source',
      digest: { sha256: job.source.sha256 },
      annotations: { bytes: 9 },
    });
    expect((await get(job.id)).body).toBe(answer.body);
  });

  it('200: without the name of the file', async () => {
    const job = await jobWithFile();
    await remove(job.id);
    const { payload } = (await get(job.id)).json() as Envelope;
    expect(Buffer.from(payload, 'base64').toString()).not.toContain('secret-name');
  });

  it('200: verified by POST /receipts/verify, which tells the files that were erased', async () => {
    const job = await jobWithFile();
    await remove(job.id);
    const certificate = (await get(job.id)).json() as Envelope;
    const files = [
      { name: 'source', sha256: job.source.sha256 },
      { name: 'markdown', sha256: job.source.sha256 },
    ];
    expect(await verified(certificate, files)).toMatchObject({
      signature: 'valid',
      statement: { predicateType: 'urn:octavo:predicate-type:erasure:v1' },
      files: [
        { name: 'source', match: true },
        { name: 'markdown', match: false },
      ],
    });
    const text = Buffer.from(certificate.payload, 'base64')
      .toString()
      .replace(/"files":4/, '"files":5');
    const forged = { ...certificate, payload: Buffer.from(text).toString('base64') };
    expect(await verified(forged)).toMatchObject({ signature: 'invalid', statement: null });
  });

  it('401: without credentials', async () => {
    const job = await jobWithFile();
    await remove(job.id);
    expect((await app.inject({ url: `/erasures/${job.id}` })).statusCode).toBe(401);
  });

  it('404: jobs that are not deleted, unknown ones, and those of others', async () => {
    const { id } = await jobWithFile();
    const pending = await admitted(store, sampleJob(await accountId()));
    for (const one of [id, pending, '019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42', 'no-uuid']) {
      const answer = await get(one);
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'erasure_not_found' }]);
    }
    await remove(id);
    expect((await get(id)).statusCode).toBe(200);
    const [foreign, absent] = [await get(id, 'bob'), await get(pending, 'bob')];
    expect(foreign.statusCode).toBe(404);
    const withoutRequest = ({ request_id: _, ...body }: Record<string, unknown>) => body;
    expect(withoutRequest(foreign.json())).toEqual(withoutRequest(absent.json()));
  });

  it('404: where the operator keeps none', async () => {
    app = await testApp({ store, blobs, erasuresKeptMs: 0 });
    const { id } = await jobWithFile();
    expect((await remove(id)).statusCode).toBe(204);
    expect((await get(id)).json()).toMatchObject({ code: 'erasure_not_found' });
  });

  it('409: while files may be left, and for its owner only', async () => {
    const { id } = await jobWithFile();
    const { deletePrefix } = blobs;
    blobs.deletePrefix = async () => {
      throw new Error('a version is left');
    };
    expect((await remove(id)).statusCode).toBeGreaterThanOrEqual(500);
    const answer = await get(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'erasure_not_finished' }]);
    expect(answer.headers['retry-after']).toBe('2');
    expect((await get(id, 'bob')).statusCode).toBe(404);
    blobs.deletePrefix = deletePrefix;
    expect((await remove(id)).statusCode).toBe(204);
    expect((await get(id)).statusCode).toBe(200);
  });
});
