import { describe, expect, it } from 'vitest';
import { attachmentNamed } from './content-disposition.ts';
import { downloadName, safeFileName } from './download.ts';

describe('safeFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\Q3 report.pdf', 'Q3 report.pdf'],
    ['naïve 文档.pdf', 'naïve 文档.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie x.pdf'],
    ['evil\u202Efdp.exe', 'evilfdp.exe'],
    ['"quoted".pdf', 'quoted.pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['lone \ud800 surrogate.pdf', 'lone \ufffd surrogate.pdf'],
    ['', 'document.pdf'],
    ['///', 'document.pdf'],
    [undefined, 'document.pdf'],
  ])('makes of %j the harmless %j', (sent, safe) => {
    expect(safeFileName(sent)).toBe(safe);
  });
});

describe('downloadName', () => {
  it.each([
    ['report.pdf', 'markdown', 'report.md'],
    ['REPORT.PDF', 'json', 'REPORT.json'],
    ['report.v2.pdf', 'tagged-pdf', 'report.v2-tagged.pdf'],
    ['report', 'annotated-pdf', 'report-annotated.pdf'],
    ['report.pdf', 'images', 'report-images.zip'],
    ['.pdf', 'text', 'document.txt'],
  ] as const)('of %s as %s is %s', (source, format, name) => {
    expect(downloadName(source, format)).toBe(name);
  });

  it('stays short, however long the name was', () => {
    expect(downloadName(`${'x'.repeat(5_000)}.pdf`, 'html').length).toBeLessThan(200);
  });
});

describe('attachmentNamed', () => {
  it('is one line of ASCII with both forms of the name', () => {
    const header = attachmentNamed("naïve 'draft' 50% 文档.md");
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).toContain(`filename*=UTF-8''na%C3%AFve%20%27draft%27%2050%25%20%E6%96%87%E6%A1%A3.md`);
  });
});
