/** Seals secrets that are stored in the database: AES-256-GCM, bound to the job or webhook they belong to. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The first key seals, all of them unseal, so that a key can be replaced while nodes with either run. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

const nonceBytes = 12;
const tagBytes = 16;

export function seal([key]: SealingKeys, secret: string, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function unsealWith(key: Buffer, sealed: Buffer, boundTo: string): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-tagBytes));
  const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8');
  try {
    return opened + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** Throws when no key fits, or the text was sealed for something else. */
export function unseal(keys: SealingKeys, sealed: Buffer, boundTo: string): string {
  for (const key of keys) {
    const secret = unsealWith(key, sealed, boundTo);
    if (secret !== null) return secret;
  }
  throw new Error('no sealing key opens this secret');
}

/** The same secret sealed with the first key; `null` when it already is. Throws when no key unseals it. */
export function renewSeal(keys: SealingKeys, sealed: Buffer, boundTo: string): Buffer | null {
  if (unsealWith(keys[0], sealed, boundTo) !== null) return null;
  return seal(keys, unseal(keys, sealed, boundTo), boundTo);
}
