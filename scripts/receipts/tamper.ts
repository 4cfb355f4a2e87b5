/** Changes one bit of a receipt, of a file it names, or of the key: nothing of that may verify. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Evidence } from './verifiers.ts';

/** The same choice on every machine. */
function flipBit(bytes: Buffer, seed: string): Buffer {
  const at = createHash('sha256').update(seed).digest().readUInt32BE(0) % (bytes.length * 8);
  const changed = Buffer.from(bytes);
  changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
  return changed;
}

const flipBase64 = (text: string, encoding: 'base64' | 'base64url', seed: string) =>
  flipBit(Buffer.from(text, encoding), seed).toString(encoding);

type Tampering = (evidence: Evidence, seed: string) => Evidence;

const withKey = (evidence: Evidence, change: (x: string) => string): Evidence => ({
  ...evidence,
  keys: { ...evidence.keys, keys: evidence.keys.keys.map((key) => ({ ...key, x: change(key.x) })) },
});

const withFile = (evidence: Evidence, name: string, seed: string): Evidence => {
  const bytes = evidence.files[name] ?? Buffer.alloc(0);
  const changed = bytes.length === 0 ? Buffer.from('x') : flipBit(bytes, seed);
  return { ...evidence, files: { ...evidence.files, [name]: changed } };
};

const firstOutput = ({ files }: Evidence) => Object.keys(files).find((name) => name !== 'source') ?? 'source';

export const tamperings: Readonly<Record<string, Tampering>> = {
  payload: (evidence, seed) => ({
    ...evidence,
    receipt: { ...evidence.receipt, payload: flipBase64(evidence.receipt.payload, 'base64', seed) },
  }),
  signature: (evidence, seed) => ({
    ...evidence,
    receipt: {
      ...evidence.receipt,
      signatures: evidence.receipt.signatures.map((one) => ({
        ...one,
        sig: flipBase64(one.sig, 'base64', seed),
      })),
    },
  }),
  key: (evidence, seed) => withKey(evidence, (x) => flipBase64(x, 'base64url', seed)),
  'other key': (evidence) => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    return withKey(evidence, () => x);
  },
  output: (evidence, seed) => withFile(evidence, firstOutput(evidence), seed),
  source: (evidence, seed) => withFile(evidence, 'source', seed),
};

/** The server judges by its own keys. */
export const isOfKeys = (kind: string): boolean => kind.endsWith('key');
