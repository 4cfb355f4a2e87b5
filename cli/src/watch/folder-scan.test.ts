/** What a scan finds in a real directory, and when a file counts as complete. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FoundFile, isSameSignature, scanFolder } from './folder-scan.ts';
import { SettledFiles } from './settled-files.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'octavo-watch-'));
  mkdirSync(join(cwd, 'in'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(path: string, content = '%PDF-1.7\n%%EOF\n'): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
}

const scan = (folder = 'in', output = 'out', platform: NodeJS.Platform = 'linux') =>
  scanFolder({ cwd, folder: join(cwd, folder), output: join(cwd, output), platform });

async function only(): Promise<FoundFile> {
  const [found] = await scan();
  if (!found) throw new Error('nothing was found');
  return found;
}

describe('a scan', () => {
  it('finds PDFs with where their results go', async () => {
    write('in/b.pdf');
    write('in/deep/er/A.PDF');
    write('in/notes.txt');
    write('in/.hidden.pdf');
    write('in/upload.pdf.part');
    const found = await scan();
    expect(found.map(({ key, target }) => [key, target.file.path, target.id])).toEqual([
      ['b.pdf', 'in/b.pdf', 'b'],
      ['deep/er/A.PDF', 'in/deep/er/A.PDF', 'deep/er/A'],
    ]);
    expect(found[1]?.target.directory).toBe(join(cwd, 'out/deep/er'));
  });

  it('does not depend on where the command is started', async () => {
    write('in/a.pdf');
    const fromAbove = await only();
    const [fromInside] = await scanFolder({
      cwd: join(cwd, 'in'),
      folder: join(cwd, 'in'),
      output: join(cwd, 'out'),
      platform: 'linux',
    });
    expect([fromInside?.key, fromInside?.target.id]).toEqual([fromAbove.key, fromAbove.target.id]);
  });

  it('leaves out results, wherever the output is', async () => {
    write('in/a.pdf');
    write('in/out/a-tagged.pdf');
    write('in/a-annotated.pdf');
    const keys = async (output: string) => (await scan('in', output)).map(({ key }) => key);
    expect(await keys('in/out')).toEqual(['a.pdf']);
    expect(await keys('in')).toEqual(['a.pdf', 'out/a-tagged.pdf']);
    expect(await keys('.'), 'an output above the folder').toEqual(['a.pdf', 'out/a-tagged.pdf']);
  });

  it('names the file whose results would have the same names', async () => {
    write('in/a.pdf');
    write('in/A.pdf');
    write('in/a:b.pdf');
    write('in/a_b.pdf');
    const clashes = async (platform: NodeJS.Platform) =>
      (await scan('in', 'out', platform)).flatMap(({ clashesWith }) => clashesWith ?? []);
    expect(await clashes('linux')).toHaveLength(1);
    expect(await clashes('darwin')).toHaveLength(2);
  });

  it('notices a file that replaces another of the same size and time', async () => {
    write('in/a.pdf', 'one');
    const before = await only();
    write('other', 'two');
    renameSync(join(cwd, 'other'), join(cwd, 'in/a.pdf'));
    expect(isSameSignature(before.signature, (await only()).signature)).toBe(false);
  });
});

describe('a file is complete', () => {
  it('when it has not changed for a while', async () => {
    const settled = new SettledFiles(2_000);
    const isComplete = async (nowMs: number) => {
      const found = await only();
      settled.update([found], nowMs);
      return settled.isComplete(found, nowMs);
    };
    write('in/a.pdf', '%PDF-1.7\n%%EOF\n');
    expect(await isComplete(0)).toBe(false);
    expect(await isComplete(1_999)).toBe(false);
    write('in/a.pdf', '%PDF-1.7\nmore\n%%EOF\n');
    expect(await isComplete(2_000), 'it has changed').toBe(false);
    expect(await isComplete(3_999)).toBe(false);
    expect(await isComplete(4_000)).toBe(true);
  });

  it.each([
    ['without the end of a PDF', '%PDF-1.7\nthe first half'],
    ['that is empty', ''],
  ])('only after a longer time %s', async (_, content) => {
    const settled = new SettledFiles(2_000);
    write('in/a.pdf', content);
    const found = await only();
    settled.update([found], 0);
    expect(await settled.isComplete(found, 29_999)).toBe(false);
    expect(await settled.isComplete(found, 30_000)).toBe(true);
  });

  it('never if it was not seen by a scan', async () => {
    write('in/a.pdf');
    expect(await new SettledFiles(1).isComplete(await only(), 100)).toBe(false);
  });
});
