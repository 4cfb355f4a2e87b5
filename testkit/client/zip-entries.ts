/** Reads the names in a zip file, and fails if it is not a zip file. */
import type { Buffer } from 'node:buffer';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;

export function zipEntries(zip: Buffer): readonly string[] {
  const end = zip.lastIndexOf('PK\u0005\u0006');
  if (end < 0 || zip.length - end < endBytes || zip.readUInt32LE(end) !== endSignature) {
    throw new Error('not a zip file: it has no end record');
  }
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error(`no zip entry at byte ${at}`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const text = zip.toString('utf8', at + 46, at + 46 + name);
    at += 46 + name + extra + comment;
    return text;
  });
}
