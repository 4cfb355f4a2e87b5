/** Direct access to the storage with a plain S3 client. */
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import type { Context } from '../bench.ts';

export type BareStorage = {
  put(key: string, content: Buffer): Promise<void>;
  /** Resolves to how many bytes came. */
  get(key: string): Promise<number>;
};

export function openBareStorage({ atEnd }: Context, { env, bucket }: TestEnvironment): BareStorage {
  const client = new S3Client({
    endpoint: env['OCTAVO_S3_ENDPOINT'] ?? '',
    region: env['OCTAVO_S3_REGION'] ?? '',
    credentials: {
      accessKeyId: env['OCTAVO_S3_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['OCTAVO_S3_SECRET_ACCESS_KEY'] ?? '',
    },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  atEnd(async () => client.destroy());
  const Bucket = bucket.name;
  const pieces = function* (content: Buffer) {
    for (let at = 0; at < content.length; at += 262_144) yield content.subarray(at, at + 262_144);
  };
  return {
    put: async (Key, content) => {
      const Body = Readable.from(pieces(content), { objectMode: false });
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: content.length }));
    },
    get: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      let bytes = 0;
      for await (const chunk of Body as AsyncIterable<Buffer>) bytes += chunk.length;
      return bytes;
    },
  };
}
