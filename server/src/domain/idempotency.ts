/** Idempotent submits: the client's key, and a fingerprint of the request it was used for. */
import { createHmac } from 'node:crypto';
import { invalidRequest, OctavoError } from './errors.ts';
import { type ParserOptions, withDefaults } from './options.ts';

export type Idempotency = {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** The same request under keys that are being replaced. */
  readonly otherFingerprints?: readonly Buffer[];
};

export const idempotencyKeyCharsMax = 255;
/** How long a key is kept. */
export const idempotencyLifeMs = 24 * 3_600_000;

const visibleAscii = /^[\x21-\x7e]+$/;

export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (visibleAscii.test(header) && header.length <= idempotencyKeyCharsMax) return header;
  const msg = `must be 1 to ${idempotencyKeyCharsMax} visible ASCII characters without spaces`;
  throw invalidRequest({ loc: ['header', 'Idempotency-Key'], msg });
}

/** Left out while they have their default: a submit repeated over the upgrade that brought them is the same request. */
const addedOptions: ReadonlySet<string> = new Set<keyof ParserOptions>([
  'ocr',
  'ocrLanguages',
  'joinTables',
  'language',
]);

const defaults = new Map<string, unknown>(Object.entries(withDefaults({})));

function isAddedDefault([name, value]: readonly [string, unknown]): boolean {
  return addedOptions.has(name) && JSON.stringify(value) === JSON.stringify(defaults.get(name));
}

/** An HMAC, because the request may include a short password that must not be guessable from the stored value. */
export function fingerprintOf(
  secret: Buffer,
  request: {
    readonly sourceSha256: string;
    readonly options: ParserOptions;
    readonly password: string | undefined;
  },
): Buffer {
  const options = Object.entries(request.options)
    .filter((option) => !isAddedDefault(option))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([request.sourceSha256, options, request.password ?? null]);
  return createHmac('sha256', secret).update(text).digest();
}

/** Whether an earlier submit, with any of the sealing keys, was the same request. */
export function isSameRequest(
  { fingerprint, otherFingerprints = [] }: Idempotency,
  earlier: Buffer,
): boolean {
  return [fingerprint, ...otherFingerprints].some((one) => one.equals(earlier));
}

export function keyReused(why: 'another request' | 'job deleted'): OctavoError {
  return new OctavoError(
    'idempotency_key_reused',
    why === 'another request'
      ? 'This Idempotency-Key was used before, with another file or other options. Use a new key for a new request.'
      : 'The job that was made with this Idempotency-Key has been deleted. Use a new key to submit again.',
  );
}
