/** What an operator should know about the storage: can it be written, read, signed for, and what it keeps of what is deleted. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
} from '@aws-sdk/client-s3';
import { broken, type Check, clockFinding, doubtful, type Finding, fine } from '../ports/checkup.ts';
import { openBlobs } from './blobs.ts';
import { createClient, type S3Settings } from './client.ts';

const part = 'storage';
const words = 'octavo was here';
const signedMs = 5_000;

/** Everything is written under a prefix of its own and removed by the same path as a customer's files. */
async function roundTrip(settings: S3Settings): Promise<readonly Finding[]> {
  const blobs = openBlobs(settings);
  const prefix = `doctor/${randomUUID()}/`;
  const key = `${prefix}note.txt`;
  try {
    const bytes = Buffer.byteLength(words);
    await blobs.put(key, Readable.from([Buffer.from(words)]), { contentType: 'text/plain', bytes });
    const read = await blobs.get(key);
    const same = read !== null && (await text(read.body)) === words;
    const url = await blobs.signedUrl(key, {
      expiresInSeconds: 60,
      fileName: 'note.txt',
      contentType: 'text/plain',
    });
    return [
      same
        ? fine(part, `writes and reads in ${settings.bucket}`)
        : broken(part, 'gives back other bytes', 'Do not use this storage.'),
      await signedUrl(url, settings),
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
    return answer.ok && given === words
      ? fine(name, `work at ${settings.publicEndpoint}`)
      : broken(name, `${settings.publicEndpoint} answers ${answer.status}`, next);
  } catch (error) {
    const why = error instanceof Error ? error.name : 'unknown';
    return doubtful(name, `${settings.publicEndpoint} cannot be reached from here (${why})`, next);
  }
}

async function clock(settings: S3Settings): Promise<Finding> {
  const answer = await fetch(settings.endpoint, { signal: AbortSignal.timeout(signedMs) });
  await answer.body?.cancel();
  const date = answer.headers.get('date');
  return date
    ? // The header has no fractions of a second.
      clockFinding('clock', 'The storage’s', Math.trunc((Date.parse(date) - Date.now()) / 1000) * 1000)
    : doubtful('clock', 'the storage tells no time', 'Look at its clock yourself.');
}

/** Deletion removes every version; what keeps copies beyond it, or lets rubbish pile up, is worth a word. */
async function keeping(settings: S3Settings): Promise<readonly Finding[]> {
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
      fine('versioning', versioning?.Status === 'Enabled' ? 'on; deletions remove every version' : 'off'),
      lock?.ObjectLockConfiguration?.ObjectLockEnabled
        ? broken(
            'object lock',
            'is on: deletions of customers will fail',
            'Use a bucket without object lock.',
          )
        : fine('object lock', 'off'),
      expiring.length > 0
        ? broken(
            'lifecycle',
            'rules of the bucket expire objects behind the service’s back',
            'Remove them; retention is a setting of accounts and jobs.',
          )
        : fine('lifecycle', 'expires nothing by itself'),
    ];
  } finally {
    client.destroy();
  }
}

export function storageCheck(settings: S3Settings): Check {
  return {
    part,
    look: async () => [...(await roundTrip(settings)), ...(await keeping(settings))],
  };
}
