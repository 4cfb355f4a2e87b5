/**
 * Reads the central directory of a zip. Supports what our own zips use: stored entries, no comment, zip64 where
 * needed.
 */

export type ZipEntry = {
  readonly name: string;
  readonly bytes: number;
  /** Offset of its local header; the data follows the header. */
  readonly headerAt: number;
};

export type ZipTable = { readonly start: number; readonly bytes: number; readonly entries: number };

const signatures = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50 } as const;
export const localHeaderBytes = 30;
const endBytes = 22;
const entryBytes = 46;
/** zip64 end record and locator, directly before the plain end record. */
const large = {
  recordBytes: 56,
  locatorBytes: 20,
  mark: 0xffff_ffff,
  countMark: 0xffff,
  extraId: 1,
} as const;

/** Bytes to read from the end of a zip to find its directory. */
export const zipTailBytes = endBytes + large.recordBytes + large.locatorBytes;

function broken(what: string): Error {
  return new Error(`the zip is damaged: ${what}`);
}

/** `tail` is the end of the zip: at least `zipTailBytes`, or all of it. */
export function findTable(tail: Buffer): ZipTable {
  const end = tail.length - endBytes;
  if (end < 0 || tail.readUInt32LE(end) !== signatures.end) throw broken('it has no end record');
  const plain = {
    entries: tail.readUInt16LE(end + 10),
    bytes: tail.readUInt32LE(end + 12),
    start: tail.readUInt32LE(end + 16),
  };
  const isLarge =
    plain.start === large.mark || plain.bytes === large.mark || plain.entries === large.countMark;
  if (!isLarge) return plain;
  const record = end - large.locatorBytes - large.recordBytes;
  if (record < 0 || tail.readUInt32LE(record) !== signatures.end64)
    throw broken('it has no large end record');
  return {
    entries: Number(tail.readBigUInt64LE(record + 32)),
    bytes: Number(tail.readBigUInt64LE(record + 40)),
    start: Number(tail.readBigUInt64LE(record + 48)),
  };
}

/** Values that do not fit into 32 bits are in an extra field, in this order. */
function wideValues(extra: Buffer, narrow: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== large.extraId)
    at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return narrow.map((value) => {
    if (value !== large.mark) return value;
    if (at + 8 > extra.length) throw broken('a size is missing');
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

export function readTable(table: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + entryBytes > table.length || table.readUInt32LE(at) !== signatures.entry) {
      throw broken('its table is cut short');
    }
    const nameBytes = table.readUInt16LE(at + 28);
    const extraBytes = table.readUInt16LE(at + 30);
    const commentBytes = table.readUInt16LE(at + 32);
    const nameAt = at + entryBytes;
    const extra = table.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
    const narrow = [table.readUInt32LE(at + 24), table.readUInt32LE(at + 20), table.readUInt32LE(at + 42)];
    const [bytes = 0, storedBytes = 0, headerAt = 0] = wideValues(extra, narrow);
    if (table.readUInt16LE(at + 10) !== 0 || bytes !== storedBytes) throw broken('an entry is compressed');
    entries.push({ name: table.toString('utf8', nameAt, nameAt + nameBytes), bytes, headerAt });
    at = nameAt + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** The offset of an entry's data. The local header's length may differ from the directory's. */
export function dataStart(entry: ZipEntry, header: Buffer): number {
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== signatures.local) {
    throw broken('an entry has no header');
  }
  return entry.headerAt + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
}
