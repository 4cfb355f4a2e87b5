/** Files, directories and patterns are resolved to a list of files. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInputs } from './inputs.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'octavo-inputs-'));
  const paths = [
    'one.pdf',
    'notes.txt',
    'docs/10.pdf',
    'docs/9.PDF',
    'docs/9-tagged.PDF',
    'docs/lone-tagged.pdf',
    'docs/deep/a.pdf',
    'docs/.hidden/b.pdf',
    'docs/node_modules/c.pdf',
    'empty/readme.md',
  ];
  for (const path of paths) {
    mkdirSync(join(cwd, dirname(path)), { recursive: true });
    writeFileSync(join(cwd, path), path);
  }
  symlinkSync('10.pdf', join(cwd, 'docs/link.pdf'));
  symlinkSync('nowhere.pdf', join(cwd, 'docs/broken.pdf'));
});

afterEach(() => rmSync(cwd, { recursive: true }));

const pathsOf = async (...inputs: readonly string[]) =>
  (await findInputs(cwd, inputs)).files.map(({ path }) => path);

describe('findInputs', () => {
  it('accepts a file with any name', async () => {
    expect(await findInputs(cwd, ['notes.txt'])).toEqual({
      files: [{ path: 'notes.txt', absolute: join(cwd, 'notes.txt'), subdirectory: '' }],
      isBatch: false,
    });
  });

  it('finds the PDFs of a directory in natural order, without hidden files, broken links and earlier results', async () => {
    expect(await pathsOf('docs')).toEqual([
      'docs/9.PDF',
      'docs/10.pdf',
      'docs/deep/a.pdf',
      'docs/link.pdf',
      'docs/lone-tagged.pdf',
    ]);
  });

  it('keeps the path relative to the input directory', async () => {
    const { files } = await findInputs(cwd, ['docs']);
    expect(files.find(({ path }) => path === 'docs/deep/a.pdf')?.subdirectory).toBe('deep');
    const matched = await findInputs(cwd, ['docs/**/a.pdf']);
    expect(matched.files).toMatchObject([{ path: 'docs/deep/a.pdf', subdirectory: 'deep' }]);
  });

  it('ignores results in the output directory', async () => {
    const found = async (output: string, ...inputs: readonly string[]) =>
      (await findInputs(cwd, inputs, output)).files.map(({ path }) => path);
    expect(await found('docs/deep', 'docs')).not.toContain('docs/deep/a.pdf');
    expect(await found('docs/deep', 'docs/deep')).toEqual(['docs/deep/a.pdf']);
    expect(await found('docs/deep', 'docs/**/a.pdf', 'one.pdf')).toEqual(['docs/deep/a.pdf', 'one.pdf']);
    expect(await found('.', 'docs/deep')).toEqual(['docs/deep/a.pdf']);
  });

  it('expands a quoted pattern', async () => {
    expect(await pathsOf('docs/*.pdf')).toEqual(['docs/10.pdf', 'docs/link.pdf', 'docs/lone-tagged.pdf']);
  });

  it('prefers a file whose name only looks like a pattern', async () => {
    writeFileSync(join(cwd, 'a[1].pdf'), '');
    expect(await pathsOf('a[1].pdf')).toEqual(['a[1].pdf']);
  });

  it('uses a file once that was passed twice', async () => {
    expect(await pathsOf('one.pdf', './one.pdf', 'docs/../one.pdf')).toEqual(['one.pdf']);
  });

  it('treats a directory as a batch even if it contains one file', async () => {
    expect((await findInputs(cwd, ['docs/deep'])).isBatch).toBe(true);
    expect((await findInputs(cwd, ['one.pdf', 'docs/10.pdf'])).isBatch).toBe(true);
  });

  it('rejects a directory without a PDF', async () => {
    await expect(findInputs(cwd, ['empty'])).rejects.toThrow('There is no PDF in empty.');
  });
});
