/** Writes PDF files object by object, with a correct cross-reference table and, if asked, an exact size in bytes. */
import { Buffer } from 'node:buffer';
import type { Encryption } from './encryption.ts';

/** One object's body; a stream is kept apart so that its length and its encryption are decided on writing. */
export type PdfObject = string | { readonly dictionary: string; readonly stream: Buffer };

export type PdfFile = {
  /** Object number 1 is the first; object 1 is the catalog. */
  readonly objects: readonly PdfObject[];
  readonly encryption?: Encryption | undefined;
  /** Further entries of the trailer, such as `/Info 9 0 R`. */
  readonly trailerEntries?: string | undefined;
  /** Total size, reached with an unreferenced stream. */
  readonly bytes?: number | undefined;
};

const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function writePdf(file: PdfFile): Buffer {
  const plain = assemble(file, 0);
  if (file.bytes === undefined) return plain;
  const paddingMin = assemble(file, 1).length - 1;
  if (file.bytes < paddingMin)
    throw new RangeError(`${file.bytes} bytes are too few: at least ${paddingMin}`);
  // Length and offsets are decimal digits, whose number depends on the padding: a few rounds find the fixed point.
  let padding = file.bytes - paddingMin;
  for (let round = 0; round < 8; round += 1) {
    const made = assemble(file, Math.max(1, padding));
    if (made.length === file.bytes) return made;
    padding += file.bytes - made.length;
  }
  throw new RangeError(`no padding gives exactly ${file.bytes} bytes`);
}

function assemble(file: PdfFile, paddingBytes: number): Buffer {
  const parts: Buffer[] = [header];
  const offsets: number[] = [];
  let at = header.length;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  const objects = [...file.objects];
  if (file.encryption) objects.push(file.encryption.dictionary);
  const encryptionNumber = objects.length;
  if (paddingBytes > 0) objects.push({ dictionary: '', stream: Buffer.alloc(paddingBytes, 0x20) });
  objects.forEach((object, index) => {
    offsets.push(at);
    const isPlain = file.encryption === undefined || index + 1 >= encryptionNumber;
    for (const part of objectParts(index + 1, object, isPlain ? undefined : file.encryption)) add(part);
  });
  parts.push(trailer(file, offsets, at, encryptionNumber));
  return Buffer.concat(parts);
}

function objectParts(number: number, object: PdfObject, encryption: Encryption | undefined): Buffer[] {
  if (typeof object === 'string') return [text(`${number} 0 obj\n${object}\nendobj\n`)];
  const stream = encryption ? encryption.encrypt(number, object.stream) : object.stream;
  return [
    text(`${number} 0 obj\n<< ${object.dictionary} /Length ${stream.length} >>\nstream\n`),
    stream,
    text('\nendstream\nendobj\n'),
  ];
}

function trailer(file: PdfFile, offsets: readonly number[], at: number, number: number) {
  const { encryption, trailerEntries = '' } = file;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const locked = encryption ? ` /Encrypt ${number} 0 R /ID [<${encryption.id}> <${encryption.id}>]` : '';
  return text(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}` +
      `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R${locked} ${trailerEntries}>>\nstartxref\n${at}\n%%EOF\n`,
  );
}

const text = (value: string) => Buffer.from(value, 'latin1');
