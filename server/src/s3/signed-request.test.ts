/** Signed requests are identical to those of the AWS SDK for the same request and time. */
import { expect, it } from 'vitest';
import { createClient, type S3Settings } from './client.ts';
import { requestSignerFor } from './signed-request.ts';
import { addressOf } from './signing.ts';

const moment = new Date('2026-11-15T10:58:35.123Z');

const settings: S3Settings = {
  endpoint: 'https://storage.example.test:9000',
  publicEndpoint: 'https://storage.example.test:9000',
  region: 'eu-central-1',
  bucket: 'octavo',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  forcePathStyle: true,
};

const keys = ['accounts/0199/jobs/0200/claim-1/markdown', "a key's (name) & 100%/naïve*文档~"];
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: settings.secretAccessKey ?? '' };

it.each(
  keys.flatMap((key) => [
    [key, 'PUT', 'ab'.repeat(32), undefined] as const,
    [key, 'GET', null, undefined] as const,
    [key, 'GET', null, 'temporary credentials/+='] as const,
  ]),
)('%s by %s with the hash %s and the token %s', async (key, method, sha256, sessionToken) => {
  const current = { ...credentials, ...(sessionToken && { sessionToken }) };
  const client = createClient(settings);
  client.config.credentials = async () => current;
  const address = await addressOf({ client, bucket: settings.bucket });
  const sign = requestSignerFor(address, settings.region, async () => current);
  const { url, headers } = await sign({ method, key, sha256 }, moment);
  const { authorization, ...unsigned } = headers;
  const { pathname, hostname, port, protocol } = new URL(url);
  const ofSdk = await client.config.signer({
    name: 'sigv4',
    signingName: 's3',
    signingRegion: settings.region,
    properties: {},
  });
  const expected = await ofSdk.sign(
    { method, protocol, hostname, port: Number(port), path: pathname, query: {}, headers: unsigned },
    { signingDate: moment },
  );
  expect(headers).toEqual(expected.headers);
  expect(authorization).toContain('AKIDEXAMPLE/20261115/eu-central-1/s3/aws4_request');
  client.destroy();
});
