/** Submits one file outside of a batch: an unchanged file with the same options is converted and charged once. */
import { basename } from 'node:path';
import type { Job } from '@octavo/sdk';
import { contentId, hashFile, idempotencyKey, newIdempotencyKey, optionsDigest } from './content-id.ts';
import { fileOf, type SubmitContext, submitWithFallbackKey } from './job-source.ts';

export async function submitFile(context: SubmitContext, path: string): Promise<Job> {
  const sha256 = await hashFile(path, context.signal);
  const id = contentId(sha256, optionsDigest(context.parserOptions));
  const source = fileOf({ path, name: basename(path) });
  const renew = async () => newIdempotencyKey(id);
  return submitWithFallbackKey(context, source, idempotencyKey(id), renew, () => {});
}
