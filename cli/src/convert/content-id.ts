/** Identifies a conversion by its content, not by name: the hash of the file and of the parser options. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ParserOptionsInput } from '@octavo/sdk';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024, signal }), hash);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return hash.digest('hex');
}

/** Independent of the order of options. Leaves out the password, because a digest of it could be brute-forced. */
export function optionsDigest({ password: _, ...options }: ParserOptionsInput): string {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return sha256(JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16);
}

export function contentId(fileSha256: string, digest: string): string {
  return `${fileSha256}-${digest}`;
}

/** For a file that the server fetches: the server compares its content when the key is used again. */
export function urlId(url: string, digest: string): string {
  return contentId(sha256(url), digest);
}

/**
 * Derived from the content, so that even without stored state the same file is not converted twice within a day.
 * A `salt` makes a new job for the same content.
 */
export function idempotencyKey(id: string, salt = ''): string {
  return `octavo-cli-${sha256(`${id}\n${salt}`).slice(0, 48)}`;
}

export function newIdempotencyKey(id: string): string {
  return idempotencyKey(id, randomUUID());
}
