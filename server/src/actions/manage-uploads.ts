/** Direct uploads: creates, reads and deletes them. Clients send the parts of the file to signed URLs of the storage. */
import type { Caller } from '../domain/caller.ts';
import {
  type DirectUpload,
  directUploadKey,
  directUploadLifeMs,
  type FilePart,
  openUploadsMax,
  partBytesOf,
  partsOf,
} from '../domain/direct-upload.ts';
import { safeFileName } from '../domain/download-name.ts';
import { OctavoError } from '../domain/errors.ts';
import { canonicalId, newId } from '../domain/ids.ts';
import { tooManyOpenUploads } from '../domain/limit-errors.ts';
import type { Blobs, PartsRef, StoredPart } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeDirectUpload } from './remove-direct-upload.ts';
import { fileTooLarge } from './spool-file.ts';

export type ManageUploadsPorts = {
  readonly store: Pick<Store, 'directUploads'>;
  readonly blobs: Pick<Blobs, 'beginParts' | 'signedPartUrl' | 'storedParts' | 'head' | 'deletePrefix'>;
  readonly clock: Clock;
  readonly signedUrlSeconds: number;
  /** Whether clients reach the storage. */
  readonly offersDirectUploads: boolean;
};

export type RequestedUpload = {
  readonly fileName: string | undefined;
  readonly bytes: number;
  readonly sha256: string | undefined;
};

export type UploadPartState = FilePart & {
  /** Where to send it; `null` once it has arrived. */
  readonly url: string | null;
};

export type UploadState = {
  readonly upload: DirectUpload;
  readonly parts: readonly UploadPartState[];
  readonly urlsExpireAt: Date;
};

type Arrived = ReadonlyMap<number, StoredPart>;

const pdfType = 'application/pdf';

/** The same message whether it never existed, expired, was deleted, or belongs to another account. */
export function uploadNotFound(): OctavoError {
  return new OctavoError('upload_not_found', 'Upload not found.');
}

function requireOffer({ offersDirectUploads }: Pick<ManageUploadsPorts, 'offersDirectUploads'>): void {
  if (offersDirectUploads) return;
  throw new OctavoError(
    'uploads_not_offered',
    'This service does not offer direct uploads. Send the file to POST /jobs as multipart/form-data.',
  );
}

export async function findUpload(
  { store }: Pick<ManageUploadsPorts, 'store'>,
  { account }: Caller,
  uploadId: string,
): Promise<DirectUpload> {
  const id = canonicalId(uploadId);
  const upload = id && (await store.directUploads.find(account.id, id));
  if (!upload) throw uploadNotFound();
  return upload;
}

export const partsRefOf = (upload: DirectUpload): PartsRef => ({
  key: directUploadKey(upload),
  uploadId: upload.storageId,
});

/** By number; one of another size than the signed one does not count. */
export function arrivedParts(upload: DirectUpload, stored: readonly StoredPart[]): Arrived {
  const sizes = new Map(partsOf(upload).map(({ number, bytes }) => [number, bytes]));
  return new Map(
    stored.filter(({ number, bytes }) => sizes.get(number) === bytes).map((part) => [part.number, part]),
  );
}

/** `null` for those of a file that was put together by an earlier submit. */
async function arrivedAt({ blobs }: ManageUploadsPorts, upload: DirectUpload): Promise<Arrived | null> {
  const stored = await blobs.storedParts(partsRefOf(upload));
  if (stored) return arrivedParts(upload, stored);
  // A rule of the bucket may have ended the upload.
  if (!(await blobs.head(directUploadKey(upload)))) throw uploadNotFound();
  return null;
}

async function stateOf(
  { blobs, clock, signedUrlSeconds }: ManageUploadsPorts,
  upload: DirectUpload,
  arrived: Arrived | null,
): Promise<UploadState> {
  const now = clock.now().getTime();
  const leftSeconds = Math.max(1, Math.floor((upload.expiresAt.getTime() - now) / 1000));
  const expiresInSeconds = Math.min(signedUrlSeconds, leftSeconds);
  const parts = partsOf(upload).map(async (part) => {
    if (!arrived || arrived.has(part.number)) return { ...part, url: null };
    const url = await blobs.signedPartUrl(partsRefOf(upload), { ...part, expiresInSeconds });
    return { ...part, url };
  });
  const urlsExpireAt = new Date(now + expiresInSeconds * 1000);
  return { upload, parts: await Promise.all(parts), urlsExpireAt };
}

export async function createUpload(
  ports: ManageUploadsPorts,
  { account, plan }: Caller,
  { fileName, bytes, sha256 }: RequestedUpload,
): Promise<UploadState> {
  requireOffer(ports);
  if (plan.fileBytesMax !== null && bytes > plan.fileBytesMax) throw fileTooLarge(plan.fileBytesMax);
  const { store, blobs, clock } = ports;
  const createdAt = clock.now();
  const requested = {
    id: newId(createdAt.getTime()),
    accountId: account.id,
    fileName: safeFileName(fileName),
    bytes,
    partBytes: partBytesOf(bytes),
    sha256: sha256?.toLowerCase() ?? null,
    createdAt,
  };
  const openMax = openUploadsMax(plan);
  // Recorded first: if this process dies, the sweeper knows what to remove.
  if (!(await store.directUploads.create(requested, directUploadLifeMs, openMax))) {
    throw tooManyOpenUploads(openMax);
  }
  const storageId = await blobs.beginParts(directUploadKey(requested), pdfType);
  const upload = await store.directUploads.begin(requested.id, storageId);
  return stateOf(ports, upload, new Map());
}

export async function readUpload(
  ports: ManageUploadsPorts,
  caller: Caller,
  uploadId: string,
): Promise<UploadState> {
  const upload = await findUpload(ports, caller, uploadId);
  return stateOf(ports, upload, upload.jobId === null ? await arrivedAt(ports, upload) : null);
}

/** Removes what was sent. A job that was made of it stays. */
export async function deleteUpload(
  ports: ManageUploadsPorts,
  caller: Caller,
  uploadId: string,
): Promise<void> {
  const upload = await findUpload(ports, caller, uploadId);
  const { directUploads } = ports.store;
  if (!(await directUploads.abandon(upload.accountId, upload.id))) throw uploadNotFound();
  await removeDirectUpload(ports, upload);
}
