import { describe, expect, it } from 'vitest';
import { attachmentNamed } from '../protocol/content-disposition.ts';
import { downloadName, safeFileName } from './download-name.ts';

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
  ])('turns %j into the safe name %j', (sent, safe) => {
    expect(safeFileName(sent)).toBe(safe);
  });

  it('limits the length of a name in characters and keeps its extension', () => {
    expect(safeFileName(`${'😀'.repeat(300)}.PDF`)).toBe(`${'😀'.repeat(251)}.PDF`);
    expect(safeFileName('x'.repeat(256))).toBe('x'.repeat(255));
    expect(safeFileName(`${'x'.repeat(251)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`);
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

  it('limits the length of the name', () => {
    expect(downloadName(`${'x'.repeat(5_000)}.pdf`, 'html').length).toBeLessThan(200);
  });
});

describe('attachmentNamed', () => {
  it.each([
    ['quotes and backslashes', 'a"; filename="b.exe\\".md'],
    ['line ends', 'a\r\nSet-Cookie: x=1\r\n\r\n<script>.md'],
    ['other line separators', 'a\u2028b\u2029c\u0085d\u000be.md'],
    ['right-to-left overrides', 'a\u202edm.exe\u2066\u200f.md'],
    ['paths', '../..\\..%2f..%5cetc/passwd'],
    ['percent escapes', "UTF-8''a%0d%0ab;x=*.md"],
    ['a lone surrogate', 'a\ud83d.md'],
    ['null', 'a\0.md'],
  ])('has exactly one filename and one filename* parameter: %s', (_what, name) => {
    const header = attachmentNamed(name);
    const parsed = /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''((?:[\w.~!-]|%[0-9A-F]{2})*)$/.exec(
      header,
    );
    expect(parsed?.[1]).toMatch(/^[\x20-\x7e]*$/);
    expect(decodeURIComponent(parsed?.[2] ?? '')).toBe(name.toWellFormed());
  });

  it('is one line of ASCII with both forms of the name', () => {
    const header = attachmentNamed("naïve 'draft' 50% 文档.md");
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).toContain(`filename*=UTF-8''na%C3%AFve%20%27draft%27%2050%25%20%E6%96%87%E6%A1%A3.md`);
  });
});
