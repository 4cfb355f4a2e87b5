/** Erasure certificates against the running service: signature, hashes of the real files, other accounts, expiry. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Envelope = { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
type File = { name: string; digest: { sha256: string }; annotations: { bytes: number } };
type Statement = {
  subject: File[];
  predicate: Record<string, unknown> & { requested_at: string; erased_at: string };
};

let owner: Account;
let jobId: string;
let certificate: Envelope;
let statement: Statement;
/** Hash and size of each file as it was downloaded before the deletion. */
const downloaded = new Map<string, { sha256: string; bytes: number }>();

const statementOf = ({ payload }: Envelope) =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement;

async function download(name: string, path: string): Promise<void> {
  const { bytes } = await request(path, { caller: owner });
  downloaded.set(name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length });
}

async function doneJob(options: object = {}): Promise<string> {
  const { id } = await accepted(owner, { options: { format: ['markdown', 'json', 'images'] }, ...options });
  await pollUntil(owner, id, ({ status }) => status === 'done', 60_000);
  return id;
}

beforeAll(async () => {
  owner = await account('business');
  jobId = await doneJob();
  await download('source', `/jobs/${jobId}/source`);
  for (const format of ['markdown', 'json', 'images'])
    await download(format, `/jobs/${jobId}/download/${format}`);
  expect((await request(`/erasures/${jobId}`, { caller: owner })).status).toBe(404);
  expect((await request(`/jobs/${jobId}`, { method: 'DELETE', caller: owner })).status).toBe(204);
  const answer = await request(`/erasures/${jobId}`, { caller: owner });
  expect(answer.status).toBe(200);
  certificate = JSON.parse(answer.text) as Envelope;
  statement = statementOf(certificate);
});

describe('an erasure certificate', () => {
  it('is signed by a published key', async () => {
    const answer = await fetch(`${context.baseUrl}/.well-known/octavo-receipt-keys.json`);
    const { keys } = (await answer.json()) as {
      keys: { kid: string; kty: string; crv: string; x: string }[];
    };
    const [signature] = certificate.signatures;
    const jwk = keys.find(({ kid }) => kid === signature?.keyid);
    if (!jwk || !signature) throw new Error('the key of the certificate is not published');
    const payload = Buffer.from(certificate.payload, 'base64');
    const head = `DSSEv1 ${certificate.payloadType.length} ${certificate.payloadType} ${payload.length} `;
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const signed = Buffer.concat([Buffer.from(head), payload]);
    expect(verify(null, signed, key, Buffer.from(signature.sig, 'base64'))).toBe(true);
  });

  it('names every file with the hash it had', () => {
    const names = ['source', 'images', 'json', 'markdown', 'document', 'reading-index'];
    expect(statement.subject.map(({ name }) => name)).toEqual(names);
    for (const { name, digest, annotations } of statement.subject.slice(0, 4)) {
      expect([name, { ...digest, ...annotations }]).toEqual([name, downloaded.get(name)]);
    }
    expect(statement.predicate).toMatchObject({
      job_id: jobId,
      job_status: 'done',
      reason: 'requested',
      removed: { files: 6, reading_indexes: 1 },
      object_versions_left: 0,
    });
    const { requested_at: requested, erased_at: erased } = statement.predicate;
    expect(Date.parse(erased)).toBeGreaterThanOrEqual(Date.parse(requested));
  });

  it('has no text and no name of the document', () => {
    const text = JSON.stringify(statement);
    expect(text).not.toContain('.pdf');
    expect(text).not.toMatch(/octavo quarterly/i);
  });

  it('is not there for another account, before and after the deletion', async () => {
    const stranger = await account('business');
    const absent = await request('/erasures/019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42', { caller: stranger });
    const foreign = await request(`/erasures/${jobId}`, { caller: stranger });
    for (const { status, json } of [absent, foreign])
      expect([status, json]).toMatchObject([404, { code: 'erasure_not_found' }]);
  });

  it('is verified by POST /receipts/verify, and a changed one is not', async () => {
    const check = async (receipt: Envelope, files: object[]) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ receipt, files });
      return (await request('/receipts/verify', { caller: owner, method: 'POST', body, headers })).json;
    };
    const files = [{ name: 'markdown', sha256: downloaded.get('markdown')?.sha256 }];
    expect(await check(certificate, files)).toMatchObject({
      signature: 'valid',
      files: [{ name: 'markdown', match: true }],
    });
    const text = Buffer.from(certificate.payload, 'base64').toString().replace('requested"', 'expired"');
    const forged = { ...certificate, payload: Buffer.from(text).toString('base64') };
    expect(await check(forged, files)).toMatchObject({ signature: 'invalid', statement: null });
  });

  it('of an expired job says so', { timeout: 90_000 }, async () => {
    const id = await doneJob();
    const expires = JSON.stringify({ expires_at: new Date(Date.now() + 1_000).toISOString() });
    const headers = { 'content-type': 'application/json' };
    await request(`/jobs/${id}`, { method: 'PATCH', caller: owner, body: expires, headers });
    const read = () => request(`/erasures/${id}`, { caller: owner });
    await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 250 }).toBe(200);
    const expired = statementOf(JSON.parse((await read()).text) as Envelope);
    expect(expired.predicate).toMatchObject({ reason: 'expired', job_id: id });
  });
});
