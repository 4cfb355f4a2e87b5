import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Job } from '../../domain/job.ts';
import { type OutputPorts, outputBlocks } from './output-blocks.ts';

async function markdownOf(stored: string, pages: string | null): Promise<string> {
  const bytes = Buffer.byteLength(stored);
  const job = {
    outputs: [{ format: 'markdown', objectKey: 'key', bytes }],
    options: { markdownPageSeparator: '--- %page-number% ---', pages },
  } as unknown as Job;
  const body = Readable.from([...stored].map((character) => Buffer.from(character)));
  const ports = { blobs: { get: async () => ({ bytes, body }) } } as unknown as OutputPorts;
  const blocks = outputBlocks(ports, job, 'markdown', AbortSignal.timeout(10_000));
  return Buffer.concat(await Array.fromAsync(blocks)).toString();
}

it.each([
  ['a whole document', null, '--- 1 ---\n\nOne\n\n--- 2 ---\n\nTwo\n', 'One\n\n--- 2 ---\n\nTwo\n'],
  ['pages of it, in any order', '7, 3-4', '--- 3 ---\n\nThree\n', 'Three\n'],
  ['a document without text', null, '--- 1 ---\n', ''],
  ['a page whose number begins alike', '1', '--- 12 ---\n\nTwelve\n', '--- 12 ---\n\nTwelve\n'],
])('leaves out the separator before the first page of %s', async (_, pages, stored, expected) => {
  expect(await markdownOf(stored, pages)).toBe(expected);
});
