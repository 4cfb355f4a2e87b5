/** Reads the entries of a remote zip by range requests. Entries must be stored, not compressed, as in our own zips. */
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** The bytes from `start` to `end`, both inclusive. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>;

export type ZipEntry = {
  readonly name: string;
  readonly bytes: number;
  /** The offset of its first byte in the zip. Costs a request. */
  readonly dataStart: () => Promise<number>;
};

/** yauzl reads the directory entry by entry; reading ahead turns that into few requests. */
const readAheadBytes = 65_536;

class WindowedReader extends RandomAccessReader {
  readonly #readRange: ReadRange;
  readonly #zipBytes: number;
  readAheadBytes = readAheadBytes;
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(readRange: ReadRange, zipBytes: number) {
    super();
    this.#readRange = readRange;
    this.#zipBytes = zipBytes;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytes(position, length).then((bytes) => {
      bytes.copy(target, offset);
      callback(null);
    }, callback);
  }

  async #bytes(start: number, length: number): Promise<Buffer> {
    const isInWindow =
      start >= this.#window.start && start + length <= this.#window.start + this.#window.bytes.length;
    if (!isInWindow) {
      const end = Math.min(start + Math.max(length, this.readAheadBytes), this.#zipBytes);
      const bytes = await this.#readRange(start, end - 1);
      if (bytes.length < length) throw new Error('the zip is shorter than its directory says');
      this.#window = { start, bytes };
    }
    const from = start - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
}

export async function readZipEntries(
  readRange: ReadRange,
  zipBytes: number,
  entriesMax: number,
): Promise<ZipEntry[]> {
  const reader = new WindowedReader(readRange, zipBytes);
  const zip = await fromRandomAccessReaderPromise(reader, zipBytes, { autoClose: false });
  if (zip.entryCount > entriesMax) throw new Error(`the zip has more than ${entriesMax} entries`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  reader.readAheadBytes = 0;
  return entries.map((entry) => {
    if (entry.compressionMethod !== 0) throw new Error('an entry of the zip is compressed');
    return {
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      dataStart: async () => (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart,
    };
  });
}
