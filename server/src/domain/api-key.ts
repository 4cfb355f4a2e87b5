/**
 * API keys: `oct_`, 32 random hex characters, and an 8-character checksum that detects typing errors without a
 * lookup.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type ApiKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

export const apiKeyNameLengthMax = 64;

/** Without the white space around it; `null` for a name that would be invisible in a list. */
export function readKeyName(text: string): string | null {
  const name = text.trim();
  return /[^\p{Z}\p{C}\s]/u.test(name) ? name : null;
}

const servicePrefix = 'oct_';
const visibleHexCharacters = 8;
const wellFormed = /^oct_[0-9a-f]{40}$/;

function checksum(prefixAndRandom: string): string {
  return crc32(prefixAndRandom).toString(16).padStart(8, '0');
}

export function newRawKey(random: Buffer = randomBytes(16)): string {
  const body = servicePrefix + random.toString('hex');
  return body + checksum(body);
}

/** Whether somebody meant it as a key: tokens of identity providers do not begin like this. */
export function looksLikeRawKey(text: string): boolean {
  return text.startsWith(servicePrefix);
}

/** False for text that cannot be a key of this service: wrong format or checksum. */
export function isRawKey(text: string): boolean {
  return wellFormed.test(text) && checksum(text.slice(0, -8)) === text.slice(-8);
}

export function keyPrefixOf(rawKey: string): string {
  return rawKey.slice(0, servicePrefix.length + visibleHexCharacters);
}

/** What is stored: 128 random bits need no salt and no slow hash. */
export function hashRawKey(rawKey: string): Buffer {
  return createHash('sha256').update(rawKey).digest();
}
