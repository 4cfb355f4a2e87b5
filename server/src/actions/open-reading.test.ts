/** Which ranges of a reading index are read to open it. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { encodeFooter, encodeLayout, type IndexLayout } from '@octavo/document/reading/index-format.ts';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../domain/caller.ts';
import { newId } from '../domain/ids.ts';
import type { Job } from '../domain/job.ts';
import { openReading, type ReadingPorts } from './open-reading.ts';
import { createReadingCache } from './reading-cache.ts';

const tailBytes = 65_536;
const jobId = newId(Date.now());

/** Titles that do not compress make a directory of about that size. */
function layoutOf(bytes: number): IndexLayout {
  const sections = [{ title: randomBytes(bytes * 0.75).toString('base64') }];
  const directory = { head: { pages: [] }, pages: [], sections };
  return { blocks: [], texts: [], directory } as unknown as IndexLayout;
}

function stored(blockBytes: number, directoryBytes: number) {
  const layout = layoutOf(directoryBytes);
  const json = Buffer.from(encodeLayout(layout));
  const frame = zstdCompressSync(json);
  const footer = encodeFooter({ offset: blockBytes, bytes: frame.length, raw: json.length });
  return { layout, frame, file: Buffer.concat([randomBytes(blockBytes), frame, footer]) };
}

type Range = { readonly start: number; readonly end: number };

function portsFor(file: Buffer) {
  const ranges: Range[] = [];
  const get = async (_key: string, { range }: { range: Range }) => {
    ranges.push(range);
    return { body: Readable.from([file.subarray(range.start, range.end + 1)]) };
  };
  const find = async () => ({ id: jobId, accountId: 'a', status: 'done' }) as Job;
  const reading = async () => ({ key: 'index', bytes: file.length, sha256: 'of the index' });
  const ports = {
    store: { jobs: { find, reading } },
    blobs: { get },
    readingCache: createReadingCache(),
  } as unknown as ReadingPorts;
  const open = () =>
    openReading(ports, { account: { id: 'a' } } as Caller, jobId, AbortSignal.timeout(10_000));
  return { ranges, open };
}

describe('openReading', () => {
  it('reads the directory with the footer in one request, and the next time not at all', async () => {
    const { file, layout } = stored(100_000, 20_000);
    const { ranges, open } = portsFor(file);
    const first = await open();
    expect(first.reading.directory).toEqual(layout.directory);
    expect(first.sha256).toBe('of the index');
    expect(ranges).toEqual([{ start: file.length - tailBytes, end: file.length - 1 }]);
    expect((await open()).reading.directory).toEqual(layout.directory);
    expect(ranges).toHaveLength(1);
  });

  it('reads a directory that is larger than the end of the file by its own range', async () => {
    const { file, frame, layout } = stored(50_000, 150_000);
    const { ranges, open } = portsFor(file);
    expect((await open()).reading.directory).toEqual(layout.directory);
    expect(ranges.slice(1)).toEqual([{ start: 50_000, end: 50_000 + frame.length - 1 }]);
  });

  it('reads a small file as a whole, also if it begins with the directory', async () => {
    const { file, layout } = stored(0, 5_000);
    const { ranges, open } = portsFor(file);
    expect((await open()).reading.directory).toEqual(layout.directory);
    expect(ranges).toEqual([{ start: 0, end: file.length - 1 }]);
  });

  it('reads canonical text once for several searches, and blocks each time', async () => {
    const text = Buffer.from('One block\u001eAnother block');
    const compressed = zstdCompressSync(text);
    const frame = { offset: 0, bytes: compressed.length, raw: text.length };
    const { directory } = layoutOf(100);
    const blocks = [{ ...frame, kid: 0, length: 0, byte_length: 0 }];
    const layout = { blocks, texts: [{ ...frame, start: 0 }], directory } as unknown as IndexLayout;
    const json = Buffer.from(encodeLayout(layout));
    const footer = encodeFooter({
      offset: compressed.length,
      bytes: zstdCompressSync(json).length,
      raw: json.length,
    });
    const { ranges, open } = portsFor(Buffer.concat([compressed, zstdCompressSync(json), footer]));
    for (let search = 0; search < 3; search++) {
      for await (const found of (await open()).reading.blockTexts()) {
        expect(found).toEqual({ start: 0, text: text.toString() });
      }
    }
    expect(ranges).toHaveLength(2);
    await expect((await open()).reading.blockAt(0)).rejects.toThrow();
    expect(ranges).toHaveLength(3);
  });

  it('fails as a storage failure if the directory is damaged', async () => {
    const { file } = stored(1_000, 5_000);
    file[1_010] = (file[1_010] ?? 0) ^ 0xff;
    const { open } = portsFor(file);
    await expect(open()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
