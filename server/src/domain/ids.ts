/** Identifiers: time-ordered UUIDs, so that new rows are adjacent in their indexes. */
import { randomBytes } from 'node:crypto';

/** UUID version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits. */
export function newId(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In the form that the database uses; `null` for text that is not an identifier. */
export function canonicalId(text: string): string | null {
  return isId(text) ? text.toLowerCase() : null;
}

export function isId(text: string): boolean {
  return uuid.test(text);
}
