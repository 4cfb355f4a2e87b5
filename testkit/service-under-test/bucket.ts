/** The names of all objects in the bucket of the stack. */
import { ListMultipartUploadsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import type { OwnStack } from './context.ts';

/** Every version of every object, and every upload that was begun and not ended. */
export async function objectNames({ bucket }: OwnStack): Promise<ReadonlySet<string>> {
  const client = new S3Client({
    endpoint: bucket.endpoint,
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    forcePathStyle: true,
  });
  const names = new Set<string>();
  try {
    let keyMarker: string | undefined;
    do {
      const page = await client.send(
        new ListObjectVersionsCommand({
          Bucket: bucket.name,
          ...(keyMarker ? { KeyMarker: keyMarker } : {}),
        }),
      );
      for (const { Key = '' } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) names.add(Key);
      keyMarker = page.IsTruncated ? page.NextKeyMarker : undefined;
    } while (keyMarker !== undefined);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name }));
    for (const { Key = '' } of Uploads) names.add(`unfinished upload: ${Key}`);
  } finally {
    client.destroy();
  }
  return names;
}
