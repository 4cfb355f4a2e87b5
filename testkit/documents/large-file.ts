/** Writes a PDF of any size to disk in constant memory: blanks between its last object and its table. */
import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { makeDocument } from './documents.ts';

const blanks = Buffer.alloc(1_048_576, 0x20);

export async function writeLargeDocument(path: string, bytes: number): Promise<void> {
  const small = makeDocument();
  const tableAt = small.lastIndexOf('\nxref\n') + 1;
  const head = small.subarray(0, tableAt);
  const tailOf = (table: number) =>
    Buffer.from(
      small
        .subarray(tableAt)
        .toString('latin1')
        .replace(/startxref\n\d+/, `startxref\n${table}`),
      'latin1',
    );
  const gap = bytes - head.length - tailOf(bytes).length;
  const file = await open(path, 'w');
  try {
    await file.write(head);
    for (let left = gap; left > 0; left -= blanks.length)
      await file.write(blanks, 0, Math.min(left, blanks.length));
    await file.write(tailOf(tableAt + gap));
  } finally {
    await file.close();
  }
}
