/** Opens the PDF of an earlier job, for a submission that refers to the job instead of sending the file again. */
import type { Caller } from '../domain/caller.ts';
import { unavailable } from '../domain/errors.ts';
import { sourceKey } from '../domain/job.ts';
import type { DownloadPorts } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import type { OpenStoredFile } from './receive-upload.ts';

function requireHash(found: string, submitted: string): void {
  if (found !== submitted) {
    throw unavailable('storage', new Error('a stored source is not what was submitted'));
  }
}

export function earlierFileOpener({ store, blobs }: DownloadPorts, caller: Caller): OpenStoredFile {
  return async (jobId) => {
    const job = await findJob(store, caller, jobId);
    const found = await blobs.get(sourceKey(job));
    const { fileName, sha256 } = job.source;
    if (found) return { fileName, body: found.body, verify: (read) => requireHash(read.sha256, sha256) };
    // Deleted in between, or lost by the storage.
    await findJob(store, caller, jobId);
    throw unavailable('storage', new Error('the source of a job is not in storage'));
  };
}
