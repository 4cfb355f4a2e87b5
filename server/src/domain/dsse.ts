/** DSSE v1.0 envelopes with Ed25519: the payload's bytes are signed together with its type. */
import { type KeyObject, sign, verify } from 'node:crypto';

export type Envelope = {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: { readonly keyid: string; readonly sig: string }[];
};

/** The bytes that are signed: the "pre-authentication encoding" of the specification. */
export function signedBytes(payloadType: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export function signEnvelope(
  payloadType: string,
  payload: Buffer,
  key: { readonly id: string; readonly privateKey: KeyObject },
): Envelope {
  const sig = sign(null, signedBytes(payloadType, payload), key.privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: key.id, sig }] };
}

/** Node accepts other characters and missing padding in base64, which would make two texts of one signature. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

export type Verification =
  | { readonly signature: 'valid'; readonly keyId: string; readonly payload: Buffer }
  | { readonly signature: 'invalid' | 'unknown_key' };

/** Valid if one signature is by one of the keys; a key id is only a hint, and decides between the two failures. */
export function verifyEnvelope(envelope: Envelope, keys: ReadonlyMap<string, KeyObject>): Verification {
  const payload = fromBase64(envelope.payload);
  if (!payload) return { signature: 'invalid' };
  const bytes = signedBytes(envelope.payloadType, payload);
  let isKnown = false;
  for (const { keyid, sig } of envelope.signatures) {
    const key = keys.get(keyid);
    const signature = fromBase64(sig);
    if (!key) continue;
    isKnown = true;
    if (signature && verify(null, bytes, key, signature))
      return { signature: 'valid', keyId: keyid, payload };
  }
  return { signature: isKnown ? 'invalid' : 'unknown_key' };
}
