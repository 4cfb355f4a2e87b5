/** File names from headers are made safe. */
import { expect, it } from 'vitest';
import { fileNameFrom } from './file-name.ts';

it.each([
  ['attachment; filename="report.md"', 'report.md'],
  [`attachment; filename="_.md"; filename*=UTF-8''d%C3%A9j%C3%A0%20vu.md`, 'déjà vu.md'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  ['attachment; filename="a \\"quoted\\".md"', 'a _quoted_.md'],
  [`attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
  ['attachment; filename="..\\\\..\\\\evil.exe"', 'evil.exe'],
  ['attachment; filename=".."', 'download'],
  [`attachment; filename="b.md"; filename*=UTF-8''%E0%A4`, 'b.md'],
  ['attachment', 'fallback'],
  [null, 'fallback'],
])('%j is %s', (disposition, wanted) => {
  expect(fileNameFrom(disposition, 'fallback')).toBe(wanted);
});
