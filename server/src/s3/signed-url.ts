/**
 * Signed URLs by AWS Signature Version 4, as the SDK makes them. The SDK takes about a millisecond of CPU for each,
 * and a page of jobs has forty; here it is a twentieth of that.
 */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PartsRef, SignedPart, SignedUrlOptions } from '../ports/blobs.ts';
import { attachmentNamed } from '../protocol/content-disposition.ts';
import type { Storage } from './client.ts';

/** Where objects of the bucket are reached: `http://host/bucket/`, or `https://bucket.host/`. */
export type Address = { readonly origin: string; readonly host: string; readonly folder: string };

/** From the SDK, which knows the rules of every kind of endpoint. */
export async function addressOf({ client, bucket }: Storage): Promise<Address> {
  const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'a' })));
  return { origin: url.origin, host: url.host, folder: url.pathname.slice(0, -1) };
}

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Part of temporary credentials, which are replaced while the process runs. */
  readonly sessionToken?: string | undefined;
};

const hmac = (key: string | Buffer | KeyObject, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Encodes everything but letters, digits and `-._~`, as the canonical form requires. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const encodedPath = (key: string) => key.split('/').map(encoded).join('/');

/** The signing key of a secret is the same for a day, and is kept as a key object. */
function dailyKeys(region: string): (secret: string, day: string) => KeyObject {
  let known: { readonly secret: string; readonly day: string; readonly key: KeyObject } | null = null;
  return (secret, day) => {
    if (known?.day !== day || known.secret !== secret) {
      const chain = [region, 's3', 'aws4_request'];
      known = { secret, day, key: createSecretKey(chain.reduce(hmac, hmac(`AWS4${secret}`, day))) };
    }
    return known.key;
  };
}

/** What a URL is good for. */
type SignedRequest = {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly expiresInSeconds: number;
  readonly query: Readonly<Record<string, string>>;
  /** Headers besides `host` that a request must have, sorted by name; all of them come before `host`. */
  readonly headers: Readonly<Record<string, string>>;
};

export type Signer = {
  /** For reading an object. */
  get(key: string, options: SignedUrlOptions, now: Date): Promise<string>;
  /** For storing a part. The signature covers `content-length`, so that only a body of this size is accepted. */
  putPart(target: PartsRef, part: SignedPart, now: Date): Promise<string>;
};

const byCodeUnits = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

function queryOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(byCodeUnits)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&');
}

export function signerFor(
  { origin, host, folder }: Address,
  region: string,
  currentCredentials: () => Promise<Credentials>,
): Signer {
  const keyOf = dailyKeys(region);
  const sign = async ({ method, key, expiresInSeconds, query, headers }: SignedRequest, now: Date) => {
    const { accessKeyId, secretAccessKey, sessionToken } = await currentCredentials();
    const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const day = moment.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const path = `${folder}${encodedPath(key)}`;
    const signedHeaders = { ...headers, host };
    const headerNames = Object.keys(signedHeaders).join(';');
    const search = queryOf({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': moment,
      'X-Amz-Expires': String(expiresInSeconds),
      ...(sessionToken ? { 'X-Amz-Security-Token': sessionToken } : {}),
      'X-Amz-SignedHeaders': headerNames,
      ...query,
    });
    const headerLines = Object.entries(signedHeaders).map(([name, value]) => `${name}:${value}`);
    const request = [method, path, search, ...headerLines, '', headerNames, 'UNSIGNED-PAYLOAD'].join('\n');
    const digest = hash('sha256', request, 'hex');
    const signature = hmac(
      keyOf(secretAccessKey, day),
      ['AWS4-HMAC-SHA256', moment, scope, digest].join('\n'),
    ).toString('hex');
    return `${origin}${path}?${search}&X-Amz-Signature=${signature}`;
  };
  return {
    get: (key, { expiresInSeconds, contentType, fileName }, now) => {
      const query = {
        'response-content-disposition': attachmentNamed(fileName),
        'response-content-type': contentType,
        'x-id': 'GetObject',
      };
      return sign({ method: 'GET', key, expiresInSeconds, query, headers: {} }, now);
    },
    putPart: ({ key, uploadId }, { number, bytes, expiresInSeconds }, now) => {
      const query = { partNumber: String(number), uploadId, 'x-id': 'UploadPart' };
      const headers = { 'content-length': String(bytes) };
      return sign({ method: 'PUT', key, expiresInSeconds, query, headers }, now);
    },
  };
}
