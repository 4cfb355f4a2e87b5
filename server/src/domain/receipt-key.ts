/** Keys that sign receipts: Ed25519, named by the RFC 7638 thumbprint of their public half. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { type SealingKeys, seal, unseal } from './sealing.ts';

export type ReceiptKey = {
  readonly id: string;
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer;
  /** Bound to the id; `null` once the key is retired. */
  readonly sealedPrivateKey: Buffer | null;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
};

/** RFC 8037; the members of a public Ed25519 key. */
export type PublicJwk = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
};

function thumbprint(publicKey: Buffer): string {
  const x = publicKey.toString('base64url');
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}

export function newReceiptKey(sealingKeys: SealingKeys, now: Date): ReceiptKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const id = thumbprint(bytes);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    id,
    publicKey: bytes,
    sealedPrivateKey: seal(sealingKeys, pem, id),
    createdAt: now,
    retiredAt: null,
  };
}

export function toPublicJwk({ id, publicKey }: ReceiptKey): PublicJwk {
  const x = publicKey.toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' };
}

export function publicKeyOf(key: ReceiptKey): KeyObject {
  return createPublicKey({ key: { ...toPublicJwk(key) }, format: 'jwk' });
}

/** Throws when the key is retired, or no sealing key opens it. */
export function privateKeyOf(sealingKeys: SealingKeys, { id, sealedPrivateKey }: ReceiptKey): KeyObject {
  if (!sealedPrivateKey) throw new Error('a retired key does not sign');
  return createPrivateKey(unseal(sealingKeys, sealedPrivateKey, id));
}
