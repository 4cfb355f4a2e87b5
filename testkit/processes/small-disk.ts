/** A small disk for a worker that a test can fill up; needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Shortage = {
  readonly name: string /** Null: no inode is left. */;
  readonly freeBytes: number | null;
};

export type SmallDisk = {
  readonly path: string;
  /** Fills the disk up to the given free space; the returned function frees it again. */
  fill(shortage: Shortage): () => void;
  unmount(): void;
};

const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

function command(...words: readonly string[]): void {
  const [program = '', ...args] = [...asRoot, ...words];
  execFileSync(program, args, { stdio: 'pipe' });
}

export function mountSmallDisk(workDir: string): SmallDisk {
  const path = join(workDir, 'small-disk');
  mkdirSync(path);
  command('mount', '-t', 'tmpfs', '-o', 'size=64m,nr_inodes=4000,mode=0711', 'tmpfs', path);
  return {
    path,
    fill: ({ freeBytes }) => {
      const ballast = join(path, 'ballast');
      mkdirSync(ballast);
      if (freeBytes === null) {
        for (let count = statfsSync(path).ffree; count > 0; count -= 1)
          writeFileSync(join(ballast, String(count)), '');
      } else {
        const { bavail, bsize } = statfsSync(path);
        writeFileSync(join(ballast, 'bytes'), Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
      }
      return () => rmSync(ballast, { recursive: true, force: true });
    },
    unmount: () => command('umount', '-l', path),
  };
}
