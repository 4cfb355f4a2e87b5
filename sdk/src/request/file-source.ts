/** A file to upload: its name, its size if known, and its bytes on demand. */

export type FileSource = {
  readonly name: string;
  /** Undefined for streams, whose size is known only at their end. */
  readonly bytes: number | undefined;
  open(): AsyncIterable<Uint8Array>;
  /** Part of the file, as often as needed; undefined for streams. */
  readonly openRange?: ((offset: number, bytes: number) => AsyncIterable<Uint8Array>) | undefined;
  /** Whether `open` works a second time. */
  readonly canReopen: boolean;
  /** For browsers, which send whole blobs. */
  blob(): Promise<Blob>;
  close(): Promise<void>;
};
