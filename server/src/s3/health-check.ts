/** Health checks of the storage: write, read, signed URLs, clock, versioning, object lock and lifecycle rules. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
} from '@aws-sdk/client-s3';
import type { Blobs } from '../ports/blobs.ts';
import { bad, type Check, clockFinding, type Finding, ok, warn } from '../ports/health-check.ts';
import { openBlobs } from './blobs.ts';
import { createClient, type S3Settings } from './client.ts';

const part = 'storage';
const sampleText = 'octavo was here';
const signedMs = 5_000;

/** Writes under a separate prefix, and removes it like a customer's files. */
async function roundTrip(settings: S3Settings): Promise<readonly Finding[]> {
  const blobs = openBlobs(settings);
  const prefix = `doctor/${randomUUID()}/`;
  const key = `${prefix}note.txt`;
  try {
    const bytes = Buffer.byteLength(sampleText);
    await blobs.put(key, Readable.from([Buffer.from(sampleText)]), { contentType: 'text/plain', bytes });
    const read = await blobs.get(key);
    const same = read !== null && (await text(read.body)) === sampleText;
    const url = await blobs.signedUrl(key, {
      expiresInSeconds: 60,
      fileName: 'note.txt',
      contentType: 'text/plain',
    });
    return [
      same
        ? ok(part, `writes and reads in ${settings.bucket}`)
        : bad(part, 'returns different bytes than were written', 'Do not use this storage.'),
      await signedUrl(url, settings),
      ...(settings.directUploads ? [await signedPart(blobs, `${prefix}part.txt`, settings)] : []),
      await clock(settings),
    ];
  } finally {
    await blobs.deletePrefix(prefix).catch(() => {});
    blobs.close();
  }
}

async function signedUrl(url: string, settings: S3Settings): Promise<Finding> {
  const name = 'signed URLs';
  const next =
    'OCTAVO_S3_PUBLIC_ENDPOINT must lead clients to the same storage, and a proxy there must pass the Host header on.';
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(signedMs) });
    const given = await answer.text();
    return answer.ok && given === sampleText
      ? ok(name, `work at ${settings.publicEndpoint}`)
      : bad(name, `${settings.publicEndpoint} answers ${answer.status}`, next);
  } catch (error) {
    const why = error instanceof Error ? error.name : 'unknown';
    return warn(name, `${settings.publicEndpoint} cannot be reached from here (${why})`, next);
  }
}

async function signedPart(blobs: Blobs, key: string, settings: S3Settings): Promise<Finding> {
  const name = 'direct uploads';
  const next =
    'OCTAVO_S3_PUBLIC_ENDPOINT, and a proxy there, must let clients send files with PUT; or set OCTAVO_DIRECT_UPLOADS=false.';
  const target = { key, uploadId: await blobs.beginParts(key, 'text/plain') };
  const bytes = Buffer.byteLength(sampleText);
  try {
    const url = await blobs.signedPartUrl(target, { number: 1, bytes, expiresInSeconds: 60 });
    const signal = AbortSignal.timeout(signedMs);
    const longer = await fetch(url, { method: 'PUT', body: `${sampleText}!`, signal });
    if (longer.ok) return bad(name, 'the storage accepts parts of another size than the signed one', next);
    const answer = await fetch(url, { method: 'PUT', body: sampleText, signal });
    return answer.ok
      ? ok(name, `work at ${settings.publicEndpoint}`)
      : bad(name, `${settings.publicEndpoint} answers ${answer.status} to PUT`, next);
  } catch (error) {
    const why = error instanceof Error ? error.name : 'unknown';
    return warn(name, `${settings.publicEndpoint} cannot be reached from here (${why})`, next);
  }
}

async function clock(settings: S3Settings): Promise<Finding> {
  const answer = await fetch(settings.endpoint, { signal: AbortSignal.timeout(signedMs) });
  await answer.body?.cancel();
  const date = answer.headers.get('date');
  return date
    ? // The header has no fractions of a second.
      clockFinding('clock', 'The storage’s', Math.trunc((Date.parse(date) - Date.now()) / 1000) * 1000)
    : warn('clock', 'the storage sends no Date header', 'Check its clock yourself.');
}

/** Deletion removes every version; settings that keep copies or delete objects are reported. */
async function retentionFindings(settings: S3Settings): Promise<readonly Finding[]> {
  const client = createClient(settings);
  const Bucket = settings.bucket;
  const ask = async <T>(question: Promise<T>) => question.catch(() => null);
  try {
    const versioning = await ask(client.send(new GetBucketVersioningCommand({ Bucket })));
    const lifecycle = await ask(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })));
    const lock = await ask(client.send(new GetObjectLockConfigurationCommand({ Bucket })));
    const rules = lifecycle?.Rules ?? [];
    const expiring = rules.filter((rule) => rule.Status === 'Enabled' && rule.Expiration?.Days !== undefined);
    return [
      ok('versioning', versioning?.Status === 'Enabled' ? 'on; deletions remove every version' : 'off'),
      lock?.ObjectLockConfiguration?.ObjectLockEnabled
        ? bad('object lock', 'is on: deletions by customers will fail', 'Use a bucket without object lock.')
        : ok('object lock', 'off'),
      expiring.length > 0
        ? bad(
            'lifecycle',
            'lifecycle rules of the bucket delete objects',
            'Remove them; retention is a setting of accounts and jobs.',
          )
        : ok('lifecycle', 'expires nothing by itself'),
    ];
  } finally {
    client.destroy();
  }
}

export function storageCheck(settings: S3Settings): Check {
  return {
    part,
    run: async () => [...(await roundTrip(settings)), ...(await retentionFindings(settings))],
  };
}
