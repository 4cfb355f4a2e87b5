/** AWS Signature Version 4: what signed URLs and signed requests have in common. */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Storage } from './client.ts';

/** Where objects of the bucket are reached: `http://host/bucket/`, or `https://bucket.host/`. */
export type Address = { readonly origin: string; readonly host: string; readonly folder: string };

/** From the SDK, which knows the rules of every kind of endpoint. */
export async function addressOf({ client, bucket }: Storage): Promise<Address> {
  const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'a' })));
  return { origin: url.origin, host: url.host, folder: url.pathname.slice(0, -1) };
}

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Part of temporary credentials, which are replaced while the process runs. */
  readonly sessionToken?: string | undefined;
};

const hmac = (key: string | Buffer | KeyObject, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Encodes everything but letters, digits and `-._~`, as the canonical form requires. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodedPath = (key: string) => key.split('/').map(encoded).join('/');

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

/** When and for what a signature is made. */
export type Occasion = { readonly moment: string; readonly scope: string };

export type Signing = {
  at(now: Date): Occasion;
  /** Of a request in the canonical form. */
  sign(secret: string, occasion: Occasion, request: string): string;
};

export function signingFor(region: string): Signing {
  const keyOf = dailyKeys(region);
  return {
    at: (now) => {
      const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
      return { moment, scope: `${moment.slice(0, 8)}/${region}/s3/aws4_request` };
    },
    sign: (secret, { moment, scope }, request) => {
      const digest = hash('sha256', request, 'hex');
      const text = ['AWS4-HMAC-SHA256', moment, scope, digest].join('\n');
      return hmac(keyOf(secret, moment.slice(0, 8)), text).toString('hex');
    },
  };
}
