/** Receipts against the running service: signature, hashes of the real files, other accounts, tampering. */
import { execFile } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Envelope = { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
type Resource = { name: string; digest?: { sha256: string }; annotations?: Record<string, unknown> };
type Statement = {
  subject: Resource[];
  predicate: { buildDefinition: { resolvedDependencies: Resource[] } };
};

let owner: Account;
let jobId: string;
let receipt: Envelope;
let statement: Statement;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function receiptOf(id: string, caller = owner): Promise<Envelope> {
  return JSON.parse((await request(`/jobs/${id}/receipt`, { caller })).text) as Envelope;
}
const statementOf = ({ payload }: Envelope) =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement;
async function download(format: string): Promise<Buffer> {
  const { bytes } = await request(`/jobs/${jobId}/download/${format}`, { caller: owner });
  return bytes;
}

beforeAll(async () => {
  owner = await account('business');
  const { id } = await accepted(owner, { options: { format: ['markdown', 'json', 'tagged-pdf', 'images'] } });
  await pollUntil(owner, id, ({ status }) => status === 'done', 60_000);
  jobId = id;
  receipt = await receiptOf(id);
  statement = statementOf(receipt);
});

describe('a receipt', () => {
  it('is signed by a published key', async () => {
    const answer = await fetch(`${context.baseUrl}/.well-known/octavo-receipt-keys.json`);
    const { keys } = (await answer.json()) as {
      keys: { kid: string; kty: string; crv: string; x: string }[];
    };
    const [signature] = receipt.signatures;
    const jwk = keys.find(({ kid }) => kid === signature?.keyid);
    if (!jwk || !signature) throw new Error('the key of the receipt is not published');
    const payload = Buffer.from(receipt.payload, 'base64');
    const head = `DSSEv1 ${receipt.payloadType.length} ${receipt.payloadType} ${payload.length} `;
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const signed = Buffer.concat([Buffer.from(head), payload]);
    expect(verify(null, signed, key, Buffer.from(signature.sig, 'base64'))).toBe(true);
  });

  it('names the hash of every output and of the source as they are downloaded', async () => {
    const formats = ['images', 'json', 'markdown', 'tagged-pdf'];
    expect(statement.subject.map(({ name }) => name)).toEqual([...formats, 'reading-index']);
    for (const { name, digest, annotations } of statement.subject.slice(0, -1)) {
      expect([name, sha256(await download(name))]).toEqual([name, digest?.sha256]);
      expect(annotations).toMatchObject({ reproducible: true, reasons: [] });
    }
    const { bytes } = await request(`/jobs/${jobId}/source`, { caller: owner });
    const [source, ...tools] = statement.predicate.buildDefinition.resolvedDependencies;
    expect(source).toMatchObject({ name: 'source', digest: { sha256: sha256(bytes) } });
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['engine', 'engine-host', 'java', 'document', 'node']));
  });

  it('gets a format that is added later, and the first one stays valid', async () => {
    const body = JSON.stringify({ format: ['html'] });
    const headers = { 'content-type': 'application/json' };
    await request(`/jobs/${jobId}/outputs`, { caller: owner, method: 'POST', body, headers });
    const later = statementOf(await receiptOf(jobId)).subject.find(({ name }) => name === 'html');
    expect(later?.digest?.sha256).toBe(sha256(await download('html')));
    expect(later?.annotations).toMatchObject({ reproducible: true });
    expect(await verified(receipt)).toMatchObject({ signature: 'valid' });
  });

  it('of the same document is the same but for the job', async () => {
    const { id } = await accepted(owner, {
      options: { format: ['markdown', 'json', 'tagged-pdf', 'images'] },
    });
    await pollUntil(owner, id, ({ status }) => status === 'done', 60_000);
    const again = statementOf(await receiptOf(id));
    expect(again.subject).toEqual(statement.subject);
    expect(again.predicate.buildDefinition).toEqual(statement.predicate.buildDefinition);
  });

  it('is not there for another account', async () => {
    const stranger = await account('business');
    const { status, json } = await request(`/jobs/${jobId}/receipt`, { caller: stranger });
    expect([status, json]).toMatchObject([404, { code: 'job_not_found' }]);
  });
});

async function verified(envelope: Envelope, files: unknown[] = []): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ receipt: envelope, files });
  return (await request('/receipts/verify', { caller: owner, method: 'POST', body, headers })).json;
}

describe('POST /receipts/verify', () => {
  it('accepts the file of the receipt and no other', async () => {
    const right = { name: 'markdown', sha256: sha256(await download('markdown')) };
    const wrong = { name: 'markdown', sha256: sha256(await download('json')) };
    expect(await verified(receipt, [right, wrong])).toMatchObject({
      signature: 'valid',
      files: [
        { name: 'markdown', match: true },
        { name: 'markdown', match: false },
      ],
    });
  });

  it('rejects a receipt with another hash', async () => {
    const [first] = statement.subject;
    const text = Buffer.from(receipt.payload, 'base64').toString();
    const forged = text.replace(first?.digest?.sha256 ?? '', 'f'.repeat(64));
    const envelope = { ...receipt, payload: Buffer.from(forged).toString('base64') };
    expect(await verified(envelope)).toMatchObject({ signature: 'invalid', statement: null });
  });
});

describe('the tool that verifies receipts of many documents', () => {
  it('verifies them in four ways, and no changed copy', { timeout: 180_000 }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'octavo-receipts-'));
    const key = await createKey(owner, 'receipts');
    try {
      await writeFile(join(directory, 'one.pdf'), makeDocument());
      await writeFile(join(directory, 'two.pdf'), makeRichDocument());
      const tool = join(import.meta.dirname, '../../scripts/tools.ts');
      const args = [tool, 'receipts', directory, '--url', context.baseUrl, '--key', key.raw_key];
      const { stdout } = await promisify(execFile)(process.execPath, [...args, '--tampered', '6']);
      for (const verifier of ['sdk', 'server', 'openssl'])
        expect(stdout).toContain(`verified (${verifier}): 2 of 2`);
      expect(stdout).toContain('the same after a rerun: 2 of 2');
      expect(stdout).toContain('tampered: 12, verified all the same: 0');
    } finally {
      await revokeKey(owner, key.id);
      await rm(directory, { recursive: true });
    }
  });
});
