import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Receipt, ReceiptKeys } from '../wire.ts';
import { verifyErasure } from './verify-erasure.ts';
import { verifyReceipt } from './verify-receipt.ts';

const type = 'application/vnd.in-toto+json';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const keys: ReceiptKeys = {
  keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', use: 'sig', alg: 'EdDSA' }],
};
const sha256 = createHash('sha256').update('# Done').digest('hex');
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  predicateType: 'https://slsa.dev/provenance/v1',
  subject: [
    { name: 'markdown', digest: { sha256 }, annotations: { bytes: 6, reproducible: true, reasons: [] } },
  ],
  predicate: {
    buildDefinition: {
      resolvedDependencies: [{ name: 'source', digest: { sha256: '01' } }, { name: 'java' }],
    },
  },
};

function signed(value: unknown, payloadType = type): Receipt {
  const payload = Buffer.from(JSON.stringify(value));
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  const sig = sign(null, Buffer.concat([Buffer.from(head), payload]), privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: 'k1', sig }] };
}

it('gives the statement and the digests of a valid receipt', async () => {
  const result = await verifyReceipt(signed(statement), keys);
  expect(result).toEqual({
    signature: 'valid',
    keyId: 'k1',
    statement,
    digests: { markdown: sha256, source: '01' },
  });
});

const valid = signed(statement);
const [first = { keyid: '', sig: '' }] = valid.signatures;
it.each<[string, Receipt, string]>([
  ['a changed payload', { ...valid, payload: signed({ ...statement, subject: [] }).payload }, 'invalid'],
  ['a changed type', { ...valid, payloadType: 'application/json' }, 'invalid'],
  ['a signed payload of another type', signed(statement, 'application/json'), 'invalid'],
  ['a payload with a line break', { ...valid, payload: `${valid.payload}\n` }, 'invalid'],
  ['a signature that is no base64', { ...valid, signatures: [{ ...first, sig: '§' }] }, 'invalid'],
  ['a signature that is too short', { ...valid, signatures: [{ ...first, sig: 'AAAA' }] }, 'invalid'],
  ['an unknown key', { ...valid, signatures: [{ ...first, keyid: 'k2' }] }, 'unknown_key'],
  ['no signature', { ...valid, signatures: [] }, 'unknown_key'],
])('rejects %s', async (_what, receipt, signature) => {
  expect(await verifyReceipt(receipt, keys)).toEqual({ signature });
});

const erasure = {
  _type: 'https://in-toto.io/Statement/v1',
  predicateType: 'urn:octavo:predicate-type:erasure:v1',
  subject: [{ name: 'source', digest: { sha256 }, annotations: { bytes: 6 } }],
  predicate: { reason: 'requested' },
};

it('gives the statement and the digests of a valid erasure certificate', async () => {
  expect(await verifyErasure(signed(erasure), keys)).toEqual({
    signature: 'valid',
    keyId: 'k1',
    statement: erasure,
    digests: { source: sha256 },
  });
  const forged = { ...signed(erasure), payload: signed({ ...erasure, subject: [] }).payload };
  expect(await verifyErasure(forged, keys)).toEqual({ signature: 'invalid' });
});

it('takes no receipt for an erasure, and no erasure for a receipt', async () => {
  expect(await verifyErasure(valid, keys)).toEqual({ signature: 'invalid' });
  expect(await verifyReceipt(signed(erasure), keys)).toEqual({ signature: 'invalid' });
});
