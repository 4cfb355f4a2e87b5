/** The zip of images is deterministic. */
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packImages } from './images-zip.ts';

const png = (mark: string) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from(mark.repeat(100)),
    Buffer.from('49454e44ae426082', 'hex'),
  ]);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'octavo-zip-'));
});
afterEach(() => rm(root, { recursive: true }));

async function pack(name: string, marks: readonly string[]) {
  const directory = join(root, name);
  await mkdir(directory);
  for (const [index, mark] of marks.entries()) {
    await writeFile(join(directory, `imageFile${index + 1}.png`), png(mark));
  }
  return { directory, target: join(root, `${name}.zip`) };
}

it('produces the same bytes regardless of file times', async () => {
  const first = await pack('a', ['x', 'y']);
  const second = await pack('b', ['x', 'y']);
  await utimes(join(second.directory, 'imageFile1.png'), 1, 1);
  expect(await packImages(first.directory, first.target)).toEqual(
    await packImages(second.directory, second.target),
  );
});

it('sorts images by number, so that 10 comes after 9', async () => {
  const { directory, target } = await pack('a', [...'abcdefghijk']);
  const packed = await packImages(directory, target);
  const bytes = await readFile(target);
  expect(bytes.length).toBe(packed.bytes);
  expect(bytes.lastIndexOf('imageFile9.png')).toBeLessThan(bytes.lastIndexOf('imageFile10.png'));
});

it('is a valid empty archive when there is no directory', async () => {
  const packed = await packImages(join(root, 'none'), join(root, 'none.zip'));
  expect(packed.bytes).toBe(22);
  expect((await readFile(join(root, 'none.zip'))).readUInt32LE(0)).toBe(0x06054b50);
});

it('refuses a truncated image', async () => {
  const { directory, target } = await pack('a', ['x']);
  await writeFile(join(directory, 'imageFile1.png'), png('x').subarray(0, 40));
  await expect(packImages(directory, target)).rejects.toThrow('not written completely');
});

it('does not follow symbolic links and includes only images', async () => {
  const { directory, target } = await pack('a', ['x']);
  await writeFile(join(root, 'secret.png'), png('s'));
  await writeFile(join(directory, 'notes.txt'), 'no image');
  const { bytes } = await packImages(directory, target);
  expect((await readFile(target)).includes('notes.txt')).toBe(false);
  expect(bytes).toBeGreaterThan(200);
  await symlink(join(root, 'secret.png'), join(directory, 'imageFile2.png'));
  await expect(packImages(directory, target)).rejects.toThrow(/ELOOP/);
});
