import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readZipEntries } from './zip-reader.ts';

type Options = { compress?: boolean; forceZip64Format?: boolean };

async function zipOf(files: Record<string, string>, options: Options = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(text), name, { compress: false, ...options });
  }
  zip.end({ comment: '', forceZip64Format: options.forceZip64Format ?? false });
  return buffer(zip.outputStream);
}

function remote(zip: Buffer) {
  const requests: [number, number][] = [];
  const readRange = async (start: number, end: number) => {
    requests.push([start, end]);
    return zip.subarray(start, end + 1);
  };
  return { requests, entries: () => readZipEntries(readRange, zip.length, 5_000) };
}

async function unpack(zip: Buffer): Promise<Record<string, string>> {
  const entries = await remote(zip).entries();
  const files = entries.map(async ({ name, bytes, dataStart }) => {
    const start = await dataStart();
    return [name, zip.toString('utf8', start, start + bytes)] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

const files = { 'images/a.png': 'first', 'images/b.png': '', 'images/ü.jpeg': 'third' };

describe('the entries of a remote zip', () => {
  it('are read with their names and bytes', async () => {
    expect(await unpack(await zipOf(files))).toEqual(files);
  });

  it('are read from a ZIP64 archive', async () => {
    expect(await unpack(await zipOf(files, { forceZip64Format: true }))).toEqual(files);
  });

  it('are empty for an empty zip', async () => {
    expect(await unpack(await zipOf({}))).toEqual({});
  });

  it('are listed with few requests and without reading file data', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`images/imageFile${at}.png`, 'x'.repeat(1_000)]),
    );
    const zip = await zipOf(large);
    const { requests, entries } = remote(zip);
    expect(await entries()).toHaveLength(2_000);
    expect(requests.length).toBeLessThanOrEqual(5);
    expect(Math.min(...requests.map(([start]) => start))).toBeGreaterThan(1_900_000);
  });

  it.each([
    ['compressed', () => zipOf({ 'images/a.png': 'x'.repeat(1_000) }, { compress: true }), 'is compressed'],
    ['not a zip', async () => Buffer.from('no zip at all, but long enough'), 'not found'],
    ['truncated', async () => (await zipOf(files)).subarray(0, -5), 'not found'],
    [
      'too many',
      async () => zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}`, '']))),
      'more than 5000 entries',
    ],
  ])('are refused when they are %s', async (_what, zip, message) => {
    await expect(unpack(await zip())).rejects.toThrow(message);
  });
});
