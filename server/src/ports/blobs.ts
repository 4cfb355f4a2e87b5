/** Port to the object storage. Failures to reach it are `service_unavailable`. */
import type { Readable } from 'node:stream';

export type Blobs = {
  /**
   * Stores the body and says what was stored. All or nothing: when the body fails, is cut short or is aborted,
   * nothing remains and the promise fails with the body's own error or the signal's reason.
   */
  put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredBlob>;
  /**
   * Stores a file that was measured when it was written: all or nothing, and nothing when it is not what it was.
   */
  putFile(key: string, file: MeasuredFile, options: PutFileOptions): Promise<void>;
  /** `null` when there is no such object; a `RangeError` when the range begins past its end. */
  get(key: string, options?: GetOptions): Promise<BlobBody | null>;
  head(key: string): Promise<BlobInfo | null>;
  /** A URL for clients, good for reading this one object in this form until it expires. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /** Begins an upload whose parts clients send. `deletePrefix` ends it. Resolves to the id that the storage gives it. */
  beginParts(key: string, contentType: string): Promise<string>;
  /** A URL for clients, good for storing this one part in exactly this size, until it expires. */
  signedPartUrl(target: PartsRef, part: SignedPart): Promise<string>;
  /** The parts that have arrived; `null` when the upload was completed or ended before. */
  storedParts(target: PartsRef): Promise<readonly StoredPart[] | null>;
  /** Makes the object from these parts; from here on no URL can change it. Does nothing when it was completed or ended. */
  completeParts(target: PartsRef, parts: readonly StoredPart[]): Promise<void>;
  /**
   * Removes everything under the prefix: objects, their versions and delete markers, unfinished uploads; looks
   * again until nothing is found. Resolves to how many things were removed. The prefix ends with `/`, or
   * `jobs/1` would take `jobs/10` along.
   */
  deletePrefix(prefix: string): Promise<number>;
  list(prefix: string): AsyncIterable<ListedBlob>;
  /** Folders directly under the prefix that contain objects, versions, delete markers or unfinished uploads. */
  folders(prefix: string): Promise<readonly string[]>;
  /** Resolves when the storage answers; fails with `service_unavailable` otherwise. */
  ping(): Promise<void>;
};

export type PutOptions = {
  readonly contentType: string;
  /** Expected length, when it is known; a body of another length is refused. */
  readonly bytes?: number;
  /** Expected hash, when it is known; lower-case hex. */
  readonly sha256?: string;
  readonly signal?: AbortSignal;
};

export type MeasuredFile = {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
};

export type PutFileOptions = { readonly contentType: string; readonly signal?: AbortSignal };

export type StoredBlob = {
  readonly bytes: number;
  /** Lower-case hex, computed while uploading; the stored object can be checked against it later. */
  readonly sha256: string;
};

export type GetOptions = {
  /** Both ends are inclusive, as in HTTP; without an end it runs to the last byte. */
  readonly range?: { readonly start: number; readonly end?: number };
  readonly signal?: AbortSignal;
};

export type BlobInfo = { readonly bytes: number; readonly contentType: string };

export type BlobBody = {
  readonly body: Readable;
  /** Of this body, which is less than the whole for a range. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly contentType: string;
};

export type SignedUrlOptions = {
  readonly expiresInSeconds: number;
  readonly contentType: string;
  /** The name under which a browser saves it. */
  readonly fileName: string;
};

/** An upload in parts. */
export type PartsRef = { readonly key: string; readonly uploadId: string };

export type SignedPart = {
  /** From 1. */
  readonly number: number;
  readonly bytes: number;
  readonly expiresInSeconds: number;
};

/** The tag is that of the storage, which asks for it when the object is made. */
export type StoredPart = { readonly number: number; readonly bytes: number; readonly tag: string };

export type ListedBlob = { readonly key: string; readonly bytes: number; readonly modifiedAt: Date };

/** The body does not have its announced length. */
export class BodyLengthError extends Error {
  override readonly name = 'BodyLengthError';

  constructor(announcedBytes: number, actualBytes: number) {
    super(`the body was announced with ${announcedBytes} bytes and has ${actualBytes}`);
  }
}

/** The body does not have its announced hash. */
export class BodyHashError extends Error {
  override readonly name = 'BodyHashError';

  constructor(announcedSha256: string) {
    super(`the body is not the one that was announced with the hash ${announcedSha256}`);
  }
}

export function requireFolder(prefix: string): void {
  if (!/[^/]\/$/.test(prefix))
    throw new TypeError(`"${prefix}" is not a folder: a prefix to delete must end with "/"`);
}
