/** The names of all objects in the bucket of the stack. */
import { openBucket } from '../environment/bucket.ts';
import type { OwnStack } from './context.ts';

/** Every version of every object, and every incomplete multipart upload. */
export async function objectNames({ services }: OwnStack): Promise<ReadonlySet<string>> {
  const bucket = openBucket(services, services['OCTAVO_S3_BUCKET'] ?? '');
  try {
    const stored = (await bucket.versions()).map(({ key }) => key);
    const unfinished = (await bucket.unfinished()).map((key) => `unfinished upload: ${key}`);
    return new Set([...stored, ...unfinished]);
  } finally {
    bucket.close();
  }
}
