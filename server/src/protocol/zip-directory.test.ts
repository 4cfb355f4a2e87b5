import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { dataStart, findTable, localHeaderBytes, readTable, zipTailBytes } from './zip-directory.ts';

type Options = { compress?: boolean; forceZip64Format?: boolean };

async function zipOf(files: Record<string, string>, options: Options = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(text), name, { compress: false, ...options });
  }
  zip.end({ comment: '', forceZip64Format: options.forceZip64Format ?? false });
  return buffer(zip.outputStream);
}

function unpack(zip: Buffer): Record<string, string> {
  const table = findTable(zip.subarray(-zipTailBytes));
  const entries = readTable(zip.subarray(table.start, table.start + table.bytes), table.entries);
  return Object.fromEntries(
    entries.map((entry) => {
      const start = dataStart(entry, zip.subarray(entry.headerAt, entry.headerAt + localHeaderBytes));
      return [entry.name, zip.toString('utf8', start, start + entry.bytes)];
    }),
  );
}

const files = { 'images/a.png': 'first', 'images/b.png': '', 'images/ü.jpeg': 'third' };

describe('the table of a zip', () => {
  it('leads to every entry and its bytes', async () => {
    expect(unpack(await zipOf(files))).toEqual(files);
  });

  it('the same where sizes and offsets are written with 64 bits', async () => {
    expect(unpack(await zipOf(files, { forceZip64Format: true }))).toEqual(files);
  });

  it('is empty where there is nothing', async () => {
    expect(unpack(await zipOf({}))).toEqual({});
  });

  it('is refused where an entry is compressed, cut short or no zip at all', async () => {
    const packed = await zipOf({ 'images/a.png': 'x'.repeat(1_000) }, { compress: true });
    expect(() => unpack(packed)).toThrow('compressed');
    expect(() => findTable(Buffer.from('no zip at all, but long enough'))).toThrow('end record');
    const whole = await zipOf(files);
    const { start, bytes, entries } = findTable(whole.subarray(-zipTailBytes));
    expect(() => readTable(whole.subarray(start, start + bytes - 10), entries + 1)).toThrow('cut short');
  });
});
