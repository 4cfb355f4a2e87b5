/** Opens the PDF of an earlier job, for a submission that refers to the job instead of sending the file again. */
import type { Caller } from '../domain/caller.ts';
import { unavailable } from '../domain/errors.ts';
import { sourceKey } from '../domain/job.ts';
import type { DownloadPorts } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import type { OpenEarlierFile } from './receive-upload.ts';

export function earlierFileOpener({ store, blobs }: DownloadPorts, caller: Caller): OpenEarlierFile {
  return async (jobId) => {
    const job = await findJob(store, caller, jobId);
    const found = await blobs.get(sourceKey(job));
    if (found) return { fileName: job.source.fileName, sha256: job.source.sha256, body: found.body };
    // Deleted in between, or lost by the storage.
    await findJob(store, caller, jobId);
    throw unavailable('storage', new Error('the source of a job is not in storage'));
  };
}
