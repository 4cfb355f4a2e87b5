/** Removes a direct upload from the storage, then its row, which names what is left until then. */
import { type DirectUploadRef, directUploadPrefix } from '../domain/direct-upload.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';

export type RemoveDirectUploadPorts = {
  readonly store: Pick<Store, 'directUploads'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
};

export async function removeDirectUpload(
  { store, blobs }: RemoveDirectUploadPorts,
  upload: DirectUploadRef,
): Promise<void> {
  await blobs.deletePrefix(directUploadPrefix(upload));
  await store.directUploads.removed(upload.id);
}
