/** An agent can open PDF files below the allowed directories, and nothing else. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allowedFile } from './allowed-file.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'octavo-mcp-')));
const allowed = join(root, 'allowed');
mkdirSync(join(allowed, 'sub'), { recursive: true });
mkdirSync(join(root, 'allowed-not'));
writeFileSync(join(allowed, 'sub', 'a.pdf'), 'junk before\n%PDF-1.7\n');
writeFileSync(join(allowed, '..notes.pdf'), '%PDF-1.7\n');
writeFileSync(join(allowed, 'key.pem'), 'SECRET');
writeFileSync(join(root, 'outside.pdf'), '%PDF-1.7\n');
writeFileSync(join(root, 'allowed-not', 'b.pdf'), '%PDF-1.7\n');
symlinkSync(join(root, 'outside.pdf'), join(allowed, 'link.pdf'));

const openFrom = (path: string) => allowedFile(path, root, ['allowed']);

describe('an agent', () => {
  it('opens a PDF below the directory, relative or absolute', async () => {
    const path = join(allowed, 'sub', 'a.pdf');
    expect(await openFrom('allowed/sub/a.pdf')).toBe(path);
    expect(await openFrom(path)).toBe(path);
    await expect(openFrom('allowed/missing/../sub/a.pdf')).resolves.toBe(path);
  });

  it.each([
    ['a file outside', 'outside.pdf'],
    ['a file outside by its relative path', 'allowed/../outside.pdf'],
    ['a link that leads outside', 'allowed/link.pdf'],
    ['a directory with a similar name', 'allowed-not/b.pdf'],
    ['a file that does not exist', 'allowed/none.pdf'],
    ['a file that is not a PDF', 'allowed/key.pem'],
    ['a directory', 'allowed/sub'],
    ['the directory itself', 'allowed'],
  ])('does not open %s', async (_, path) => {
    await expect(openFrom(path)).rejects.toMatchObject({ code: 'path_not_allowed' });
  });
});
