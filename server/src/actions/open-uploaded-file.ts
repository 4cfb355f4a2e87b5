/** Opens the file of a direct upload, for a submission that refers to it instead of sending the file. */
import type { Caller } from '../domain/caller.ts';
import {
  type DirectUpload,
  type DirectUploadRef,
  directUploadKey,
  partsOf,
} from '../domain/direct-upload.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import { sourceKey } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';
import { arrivedParts, findUpload, partsRefOf, uploadNotFound } from './manage-uploads.ts';
import type { OpenStoredFile } from './receive-upload.ts';
import { type RemoveDirectUploadPorts, removeDirectUpload } from './remove-direct-upload.ts';

export type OpenUploadPorts = {
  readonly store: Pick<Store, 'directUploads' | 'jobs'>;
  readonly blobs: Pick<Blobs, 'get' | 'storedParts' | 'completeParts'>;
};

export function uploadUsed(): OctavoError {
  return new OctavoError('upload_used', 'A job was made of this upload before, or the upload was deleted.');
}

function incomplete(missing: readonly number[]): OctavoError {
  const parts = missing.length === 1 ? 'part' : 'parts';
  const named = missing.slice(0, 10).join(', ');
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : '';
  return new OctavoError('upload_incomplete', `The upload misses ${parts} ${named}${more}.`);
}

/** Puts the parts together, unless an earlier submit did. From here on nobody can change the file. */
async function complete({ blobs }: OpenUploadPorts, upload: DirectUpload): Promise<void> {
  const target = partsRefOf(upload);
  const stored = await blobs.storedParts(target);
  if (!stored) return;
  const arrived = arrivedParts(upload, stored);
  const missing = partsOf(upload).filter(({ number }) => !arrived.has(number));
  if (missing.length > 0) throw incomplete(missing.map(({ number }) => number));
  await blobs.completeParts(
    target,
    [...arrived.values()].sort((a, b) => a.number - b.number),
  );
}

function verifierOf({ bytes, sha256 }: DirectUpload) {
  return (file: { readonly bytes: number; readonly sha256: string }) => {
    if (file.bytes !== bytes) throw unavailable('storage', new Error('an upload is not what was stored'));
    if (sha256 === null || file.sha256 === sha256) return;
    throw new OctavoError(
      'upload_damaged',
      `The uploaded file has the SHA-256 ${file.sha256}, and ${sha256} was announced.`,
    );
  };
}

async function openFresh(ports: OpenUploadPorts, caller: Caller, upload: DirectUpload) {
  await complete(ports, upload);
  const found = await ports.blobs.get(directUploadKey(upload));
  if (found) return found.body;
  // Deleted or used in between, or lost by the storage.
  const { jobId } = await findUpload(ports, caller, upload.id);
  throw jobId === null ? uploadNotFound() : uploadUsed();
}

/** The file of a used upload is that of its job. */
async function openUsed({ store, blobs }: OpenUploadPorts, { account }: Caller, jobId: string) {
  const job = await store.jobs.find(account.id, jobId);
  const found = job && (await blobs.get(sourceKey(job)));
  if (!found) throw uploadUsed();
  return found.body;
}

/** A used upload can be opened only to find out that a request is repeated. */
export function uploadedFileOpener(
  ports: OpenUploadPorts,
  caller: Caller,
  { mayBeRepeated }: { readonly mayBeRepeated: boolean },
): OpenStoredFile {
  return async (uploadId) => {
    const upload = await findUpload(ports, caller, uploadId);
    const { id, jobId, fileName } = upload;
    if (jobId !== null && !mayBeRepeated) throw uploadUsed();
    const body = await (jobId === null ? openFresh(ports, caller, upload) : openUsed(ports, caller, jobId));
    return { fileName, body, verify: verifierOf(upload), uploadId: id };
  };
}

/** After a job was made of it. Best effort: the sweeper removes what is left. */
export async function removeUsedUpload(
  ports: RemoveDirectUploadPorts,
  upload: DirectUploadRef,
): Promise<void> {
  await removeDirectUpload(ports, upload).catch(() => {});
}
