/** The second check can fail: results that are cut, empty, miscounted, missing or swapped are detected. */
import { createHash } from 'node:crypto';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { describe, expect, it } from 'vitest';
import { type MadeOutput, outputFaults } from './output-faults.ts';

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const output = (format: string, content: string | Buffer): MadeOutput => {
  const data = Buffer.from(content);
  return { format, data, sha256: sha256(data) };
};
const emptyZip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const sound: readonly MadeOutput[] = [
  output('markdown', '# Title'),
  output('json', '{"page_count":2,"kids":[{"content":"Title"}]}'),
  output('html', '<!DOCTYPE html><html><body>Title</body></html>\n'),
  output('text', 'Title'),
  output('tagged-pdf', makeDocument({ pages: 2 })),
  output('images', emptyZip),
];
const formats = sound.map(({ format }) => format);
const withOne = (changed: MadeOutput) => sound.map((one) => (one.format === changed.format ? changed : one));

describe('the independent check', () => {
  it('accepts valid results', async () => {
    expect(await outputFaults(sound, formats, 2)).toEqual([]);
  });

  it.each([
    ['json that is cut', output('json', '{"page_count":2,"ki'), /json does not parse/],
    ['json of other pages', output('json', '{"page_count":3}'), /json names 3/],
    ['html that is cut', output('html', '<html><body>Tit'), /html does not close/],
    ['text that is empty though there is text', output('text', ''), /text is empty/],
    ['text in no encoding', output('text', Buffer.from([0xff, 0xfe, 0x00])), /not UTF-8/],
    ['a PDF of other pages', output('tagged-pdf', makeDocument({ pages: 1 })), /1 pages by qpdf/],
    ['a PDF that is none', output('tagged-pdf', '%PDF-1.7 nothing'), /-1 pages by qpdf/],
    ['a zip that is none', output('images', 'PK'), /not a zip/],
    [
      'bytes that were exchanged',
      { ...output('text', 'Other'), sha256: sha256(Buffer.from('Title')) },
      /hash/,
    ],
  ])('notices %s', async (_name, changed, complaint) => {
    expect((await outputFaults(withOne(changed), formats, 2)).join()).toMatch(complaint);
  });

  it('notices a result that is missing', async () => {
    expect(await outputFaults(sound.slice(1), formats, 2)).toEqual(['markdown is missing']);
  });
});
