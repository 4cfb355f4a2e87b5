/** Receipts, their verification and their keys by status, on fakes. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { rotateReceiptKey } from '../../src/actions/receipt-keys.ts';
import type { Envelope } from '../../src/domain/dsse.ts';
import { toolchainId } from '../../src/domain/toolchain.ts';
import { admitted, claimed, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const tools = [{ name: 'engine', version: '2.5.11' }];
const markdown = createHash('sha256').update('# Done').digest('hex');
let store: MemoryStore;
let app: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  store = memoryStore();
  app = await testApp({ store });
});

async function accountId(): Promise<string> {
  const alice = { issuer: 'https://id.test', subject: 'alice', email: '' };
  return (await store.accounts.findOrCreate(alice, new Date())).id;
}

async function doneJob() {
  await store.receipts.registerToolchain(tools);
  const job = sampleJob(await accountId());
  const claim = await claimed(store, job);
  const outputs = [{ ...sampleOutput(job, claim), sha256: markdown, toolchain: toolchainId(tools) }];
  await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [] }, noon);
  return job;
}

const as = (user: string) => ({ authorization: `Bearer ${user}` });
const get = (id: string, user = 'alice') => app.inject({ url: `/jobs/${id}/receipt`, headers: as(user) });
const receiptOf = async (id: string) => (await get(id)).json() as Envelope;
async function verify(receipt: unknown, files: unknown[] = []) {
  const answer = await app.inject({
    method: 'POST',
    url: '/receipts/verify',
    headers: as('alice'),
    payload: { receipt, files } as object,
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

describe('GET /jobs/{id}/receipt', () => {
  it('200: a signed envelope that names the hash of the output', async () => {
    const job = await doneJob();
    const answer = await get(job.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.in-toto.provenance+dsse');
    const { payload, signatures } = answer.json() as Envelope;
    const statement = JSON.parse(Buffer.from(payload, 'base64').toString());
    expect(statement.subject).toMatchObject([{ name: 'markdown', digest: { sha256: markdown } }]);
    expect(statement.predicate.runDetails.metadata.invocationId).toBe(job.id);
    expect(signatures).toHaveLength(1);
    expect((await get(job.id)).body).toBe(answer.body);
  });

  it('404: foreign and unknown jobs; 409: jobs that are not done; 401: without credentials', async () => {
    const { id } = await doneJob();
    expect((await get(id, 'bob')).json()).toMatchObject({ code: 'job_not_found' });
    const pending = await admitted(store, sampleJob(await accountId()));
    expect((await get(pending)).json()).toMatchObject({ code: 'job_not_done' });
    expect((await app.inject({ url: `/jobs/${id}/receipt` })).statusCode).toBe(401);
  });
});

describe('POST /receipts/verify', () => {
  it('200: compares files with a valid receipt', async () => {
    const job = await doneJob();
    const files = [
      { name: 'markdown', sha256: markdown.toUpperCase() },
      { name: 'source', sha256: job.source.sha256 },
      { name: 'source', sha256: markdown },
      { name: 'json', sha256: markdown },
    ];
    const { status, body } = await verify(await receiptOf(job.id), files);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      signature: 'valid',
      statement: { _type: 'https://in-toto.io/Statement/v1' },
      files: [
        { name: 'markdown', match: true },
        { name: 'source', match: true },
        { name: 'source', match: false },
        { name: 'json', match: null },
      ],
    });
  });

  it('200: says that a changed receipt is invalid, and tells nothing of its contents', async () => {
    const receipt = await receiptOf((await doneJob()).id);
    const text = Buffer.from(receipt.payload, 'base64').toString().replace(markdown, '0'.repeat(64));
    const changed = { ...receipt, payload: Buffer.from(text).toString('base64') };
    const { body } = await verify(changed, [{ name: 'markdown', sha256: '0'.repeat(64) }]);
    expect(body).toEqual({
      signature: 'invalid',
      key_id: null,
      statement: null,
      files: [{ name: 'markdown', match: null }],
    });
  });

  it('400: what is not an envelope', async () => {
    expect((await verify({ payload: 'x' })).body).toMatchObject({ code: 'invalid_request' });
  });
});

describe('the keys of receipts', () => {
  const keys = async () => {
    const answer = await app.inject('/.well-known/octavo-receipt-keys.json');
    return (answer.json() as { keys: { kid: string }[] }).keys;
  };

  it('are public, and stay after a rotation, so that earlier receipts verify', async () => {
    const job = await doneJob();
    const receipt = await receiptOf(job.id);
    const [first] = await keys();
    expect(first).toMatchObject({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      kid: receipt.signatures[0]?.keyid,
    });
    const clock = { now: () => new Date() };
    await rotateReceiptKey({ store, clock, sealingKeys: [Buffer.alloc(32)] });
    expect((await keys()).map(({ kid }) => kid)).toContain(first?.kid);
    expect(await keys()).toHaveLength(2);
    expect((await verify(receipt)).body).toMatchObject({ signature: 'valid', key_id: first?.kid });
    expect((await receiptOf(job.id)).signatures[0]?.keyid).not.toBe(first?.kid);
  });
});
