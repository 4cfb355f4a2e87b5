import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Envelope, signEnvelope, signedBytes, verifyEnvelope } from './dsse.ts';
import { newId } from './ids.ts';
import type { Job } from './job.ts';
import { withDefaults } from './options.ts';
import { receiptPayloadType, receiptStatement } from './receipt.ts';
import { newReceiptKey, privateKeyOf, publicKeyOf } from './receipt-key.ts';
import type { SealingKeys } from './sealing.ts';

const noon = new Date('2026-11-17T12:00:00.000Z');
const sealingKeys: SealingKeys = [Buffer.alloc(32, 3)];
const key = newReceiptKey(sealingKeys, noon);
const other = newReceiptKey(sealingKeys, noon);
const keys = new Map([[key.id, publicKeyOf(key)]]);
const signWith = (payload: Buffer, one = key) =>
  signEnvelope(receiptPayloadType, payload, { id: one.id, privateKey: privateKeyOf(sealingKeys, one) });

const job: Job = {
  id: newId(noon.getTime()),
  accountId: newId(noon.getTime()),
  status: 'done',
  options: withDefaults({ format: ['markdown', 'json'], pages: '1-3' }),
  source: { fileName: 'secret plan.pdf', bytes: 1_234, sha256: '01'.repeat(32) },
  pageCount: 3,
  errorMessage: null,
  errorCode: null,
  apiKeyId: null,
  origin: null,
  createdAt: noon,
  updatedAt: noon,
  pages: 3,
  documentPages: 9,
  ocrPagesMax: null,
  attempts: 1,
  startedAt: noon,
  claimedAt: noon,
  finishedAt: noon,
  progress: null,
  expiresAt: null,
  outputs: [
    { format: 'markdown', objectKey: 'b', bytes: 7, sha256: '02'.repeat(32) },
    { format: 'json', objectKey: 'a', bytes: 9, sha256: '03'.repeat(32) },
  ],
};
const tools = [
  { name: 'engine', version: '2.5.11', sha256: '04'.repeat(32) },
  { name: 'java', version: '21' },
];
const facts = {
  job,
  builder: 'https://parse.example.org',
  toolchains: new Map([['markdown', tools]]),
  warningCodes: ['ocr_applied', 'ocr_applied'],
  reading: { key: 'r', bytes: 5, sha256: '05'.repeat(32) },
};
const statementOf = (change: Partial<typeof facts> = {}) =>
  JSON.parse(receiptStatement({ ...facts, ...change }).toString());

describe('the statement of a receipt', () => {
  it('names source, outputs, options and tools', () => {
    const { subject, predicate } = statementOf();
    expect(subject.slice(0, 2)).toMatchObject([
      { name: 'json', digest: { sha256: '03'.repeat(32) }, annotations: { reproducible: false } },
      {
        name: 'markdown',
        digest: { sha256: '02'.repeat(32) },
        annotations: { reproducible: true, reasons: [] },
      },
    ]);
    expect(subject[2]).toMatchObject({ name: 'reading-index', digest: { sha256: '05'.repeat(32) } });
    expect(subject[0].annotations.reasons).toEqual(['tools_not_recorded']);
    expect(predicate.buildDefinition.externalParameters).toMatchObject({
      options: { format: ['markdown', 'json'], pages: '1-3', include_header_footer: false },
      pages: 3,
    });
    expect(predicate.buildDefinition.resolvedDependencies).toEqual([
      {
        name: 'source',
        digest: { sha256: '01'.repeat(32) },
        mediaType: 'application/pdf',
        annotations: { bytes: 1_234 },
      },
      { name: 'engine', digest: { sha256: '04'.repeat(32) }, annotations: { version: '2.5.11' } },
      { name: 'java', annotations: { version: '21' } },
    ]);
    expect(predicate.runDetails).toMatchObject({
      builder: { id: 'https://parse.example.org' },
      metadata: { invocationId: job.id, startedOn: noon.toISOString(), finishedOn: noon.toISOString() },
      octavo_warnings: ['ocr_applied'],
    });
  });

  it('contains no file name', () => {
    expect(receiptStatement(facts).toString()).not.toContain('secret');
  });

  it('calls outputs of a run that is not reproducible so', () => {
    const { subject } = statementOf({ warningCodes: ['result_not_reproducible'] });
    expect(subject[1].annotations).toEqual({
      bytes: 7,
      reproducible: false,
      reasons: ['result_not_reproducible'],
    });
  });

  it('is the same each time', () => {
    expect(signWith(receiptStatement(facts))).toEqual(signWith(receiptStatement(facts)));
  });
});

describe('an envelope', () => {
  const payload = receiptStatement(facts);
  const envelope = signWith(payload);
  const verdict = (change: Partial<Envelope>) => verifyEnvelope({ ...envelope, ...change }, keys).signature;

  it('is valid as it was signed', () => {
    expect(verifyEnvelope(envelope, keys)).toEqual({ signature: 'valid', keyId: key.id, payload });
  });

  it('is invalid if any bit of the payload or of the signature is another', () => {
    const flipped = (text: string, bit: number) => {
      const bytes = Buffer.from(text, 'base64');
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return bytes.toString('base64');
    };
    const [first] = envelope.signatures;
    if (!first) throw new Error('expected a signature');
    const bits = Array.from({ length: 512 }, (_, bit) => bit);
    const signatures = bits.map((bit) =>
      verdict({ signatures: [{ ...first, sig: flipped(first.sig, bit) }] }),
    );
    const step = Math.floor((payload.length * 8) / 600);
    const payloads = Array.from({ length: 600 }, (_, at) =>
      verdict({ payload: flipped(envelope.payload, at * step) }),
    );
    expect(new Set([...signatures, ...payloads])).toEqual(new Set(['invalid']));
  });

  it.each([
    ['another type', { payloadType: 'application/json' }],
    ['a payload with line breaks', { payload: `${envelope.payload}\n` }],
    ['an empty payload', { payload: '' }],
    ['an empty signature', { signatures: [{ keyid: key.id, sig: '' }] }],
  ])('is invalid with %s', (_what, change) => {
    expect(verdict(change)).toBe('invalid');
  });

  it('of another key is not valid, under its own name or ours', () => {
    const foreign = signWith(payload, other);
    expect(verifyEnvelope(foreign, keys).signature).toBe('unknown_key');
    const renamed = foreign.signatures.map(({ sig }) => ({ keyid: key.id, sig }));
    expect(verdict({ signatures: renamed })).toBe('invalid');
    expect(verdict({ signatures: [] })).toBe('unknown_key');
  });

  it('is verified by openssl', () => {
    const directory = mkdtempSync(join(tmpdir(), 'octavo-receipt-'));
    try {
      const path = (name: string, data: string | Buffer) => {
        writeFileSync(join(directory, name), data);
        return join(directory, name);
      };
      const pem = publicKeyOf(key).export({ type: 'spki', format: 'pem' });
      const check = (bytes: Buffer) =>
        execFileSync(
          'openssl',
          [
            ...['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', path('key.pem', pem)],
            ...['-in', path('signed', signedBytes(receiptPayloadType, bytes))],
            ...['-sigfile', path('sig', Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'))],
          ],
          { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
        );
      expect(check(payload)).toContain('Signature Verified Successfully');
      expect(() => check(Buffer.concat([payload, Buffer.from(' ')]))).toThrow();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
