/** Signed URLs are identical to those of the AWS SDK for the same request and time. */
import { GetObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attachmentNamed } from '../protocol/content-disposition.ts';
import { createClient, type S3Settings } from './client.ts';
import { signerFor } from './signed-url.ts';
import { addressOf } from './signing.ts';

const moment = new Date('2026-11-15T10:58:35.123Z');

const settings: S3Settings = {
  endpoint: 'http://127.0.0.1:9000',
  publicEndpoint: 'http://127.0.0.1:9000',
  region: 'us-east-1',
  bucket: 'octavo',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  forcePathStyle: true,
};

const storages: Readonly<Record<string, Partial<S3Settings>>> = {
  'a server on a port': {},
  'a bucket in the host': {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    forcePathStyle: false,
  },
  'a path below the host': { endpoint: 'https://storage.example.test/s3/', region: 'auto' },
  'a bucket whose name has dots': {
    endpoint: 'https://s3.amazonaws.com',
    bucket: 'files.example.test',
    forcePathStyle: false,
  },
};

const keys = [
  'accounts/0199/jobs/0200/attempt-1/markdown.md',
  'a key with spaces & (brackets)!/naïve*文档~.pdf',
  "quote'd/100%/plus+equals=",
];

const names = ['report.md', 'Übersicht "1" (final)*.md', "it's 100%; a=b&c.json"];

function byName(url: string): Readonly<Record<string, unknown>> {
  const { origin, pathname, searchParams } = new URL(url);
  return { origin, pathname, query: Object.fromEntries([...searchParams].sort()) };
}

describe.each(Object.entries(storages))('for %s', (_, change) => {
  const storage = { ...settings, ...change };

  it.each(keys.flatMap((key) => names.map((name) => [key, name])))('%s as %s', async (key, fileName) => {
    const client = createClient(storage);
    const options = { expiresInSeconds: 3_600, contentType: 'text/markdown; charset=utf-8', fileName };
    const sign = signerFor(
      await addressOf({ client, bucket: storage.bucket }),
      storage.region,
      client.config.credentials,
    );
    const command = new GetObjectCommand({
      Bucket: storage.bucket,
      Key: key,
      ResponseContentType: options.contentType,
      ResponseContentDisposition: attachmentNamed(fileName),
    });
    const sdkUrl = await getSignedUrl(client, command, { expiresIn: 3_600, signingDate: moment });
    expect(byName(await sign.get(key, options, moment))).toEqual(byName(sdkUrl));
    client.destroy();
  });

  it.each(keys)('a part of %s, with its size', async (key) => {
    const client = createClient(storage);
    const sign = signerFor(
      await addressOf({ client, bucket: storage.bucket }),
      storage.region,
      client.config.credentials,
    );
    const target = { key, uploadId: '2~a/b+c=.x' };
    const command = new UploadPartCommand({
      Bucket: storage.bucket,
      Key: key,
      UploadId: target.uploadId,
      PartNumber: 7,
      ContentLength: 12_345,
    });
    const sdkUrl = await getSignedUrl(client, command, { expiresIn: 600, signingDate: moment });
    const part = { number: 7, bytes: 12_345, expiresInSeconds: 600 };
    const url = byName(await sign.putPart(target, part, moment));
    expect(url).toEqual(byName(sdkUrl));
    expect(url['query']).toMatchObject({ 'X-Amz-SignedHeaders': 'content-length;host' });
    client.destroy();
  });
});

it('derives a new signing key each day', async () => {
  const client = createClient(settings);
  const sign = signerFor(
    await addressOf({ client, bucket: 'octavo' }),
    settings.region,
    client.config.credentials,
  );
  const options = { expiresInSeconds: 60, contentType: 'a/b', fileName: 'a' };
  const today = await sign.get('a', options, moment);
  const tomorrow = await sign.get('a', options, new Date(moment.getTime() + 86_400_000));
  const again = await sign.get('a', options, moment);
  expect(tomorrow).not.toBe(today);
  expect(again).toBe(today);
  client.destroy();
});

describe('with temporary credentials of the default chain', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('signs like the SDK, with the session token and after credentials are renewed', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'first-secret');
    vi.stubEnv('AWS_SESSION_TOKEN', 'a session/token+with=signs');
    vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', new Date(Date.now() + 1_000).toISOString());
    const client = createClient({ ...settings, accessKeyId: null, secretAccessKey: null });
    const sign = signerFor(
      await addressOf({ client, bucket: 'octavo' }),
      settings.region,
      client.config.credentials,
    );
    const options = { expiresInSeconds: 3_600, contentType: 'text/plain', fileName: 'a.txt' };
    const command = new GetObjectCommand({
      Bucket: 'octavo',
      Key: 'a',
      ResponseContentType: options.contentType,
      ResponseContentDisposition: attachmentNamed('a.txt'),
    });
    const sdkUrl = () => getSignedUrl(client, command, { expiresIn: 3_600, signingDate: moment });
    const first = byName(await sign.get('a', options, moment));
    expect(first).toEqual(byName(await sdkUrl()));
    expect(first['query']).toMatchObject({ 'X-Amz-Security-Token': 'a session/token+with=signs' });
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'second-secret');
    // The SDK renews credentials that expire soon in the background.
    await expect.poll(async () => byName(await sign.get('a', options, moment))).not.toEqual(first);
    expect(byName(await sign.get('a', options, moment))).toEqual(byName(await sdkUrl()));
    client.destroy();
  });
});
