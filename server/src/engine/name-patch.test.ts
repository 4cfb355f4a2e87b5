/** Replaces the file name the engine wrote into an output with the customer’s file name. */
import { expect, it } from 'vitest';
import { patchName } from './name-patch.ts';

const patch = (format: 'json' | 'html' | 'text', head: string, name: string) =>
  patchName(format, Buffer.from(head), name).toString();

it('stays valid JSON for any name', () => {
  const name = 'a"b\\c\n</script>\u2028.pdf';
  expect(JSON.parse(patch('json', '{\n  "file name" : "document.pdf"\n}', name))).toEqual({
    'file name': name,
  });
});

it('escapes the name in the HTML title', () => {
  expect(patch('html', '<title>document.pdf</title>', '</title><script>')).toBe(
    '<title>&lt;/title&gt;&lt;script&gt;</title>',
  );
});

it('changes only the first occurrence, and leaves other formats unchanged', () => {
  const twice = '"file name" : "document.pdf" "file name" : "document.pdf"';
  expect(patch('json', twice, 'x')).toBe('"file name" : "x" "file name" : "document.pdf"');
  expect(patch('text', twice, 'x')).toBe(twice);
});
