/** Lists the PDFs of the watched folder, with what tells whether a file has changed. */
import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { findPdfs, isBelow, shownPath } from '../convert/inputs.ts';
import { type Target, targetOf } from '../convert/targets.ts';

/** The inode tells files apart that replace each other with the same size and time. */
export type FileSignature = {
  readonly bytes: number;
  readonly modified_ms: number;
  readonly inode: number;
};

export type FoundFile = {
  /** Below the watched folder, with slashes: the key in the state. */
  readonly key: string;
  readonly target: Target;
  readonly signature: FileSignature;
  /** The file whose results have the same names, if any. */
  readonly clashesWith: string | null;
};

export type WatchedFolder = {
  readonly cwd: string;
  /** Absolute, like `output`. */
  readonly folder: string;
  readonly output: string;
  readonly platform: NodeJS.Platform;
};

/** Null for a file that is gone. */
export async function signatureOf(path: string): Promise<FileSignature | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { bytes: found.size, modified_ms: found.mtimeMs, inode: found.ino } : null;
}

function foundTarget({ cwd, folder, output }: WatchedFolder, absolute: string): Target {
  const subdirectory = dirname(relative(folder, absolute));
  // Relative to the output, so that the state does not depend on where the command is started.
  return targetOf({ path: shownPath(cwd, absolute), absolute, subdirectory }, { cwd: output, output: '.' });
}

export async function scanFolder(watched: WatchedFolder): Promise<readonly FoundFile[]> {
  const { folder, output, platform } = watched;
  const ignoresCase = platform === 'darwin' || platform === 'win32';
  const taken = new Map<string, string>();
  const found: FoundFile[] = [];
  for (const absolute of await findPdfs(folder, 'readable')) {
    if (isBelow(output, folder) && isBelow(absolute, output)) continue;
    const signature = await signatureOf(absolute);
    if (!signature) continue;
    const target = foundTarget(watched, absolute);
    const name = ignoresCase ? target.id.toLowerCase() : target.id;
    const clashesWith = taken.get(name) ?? null;
    if (clashesWith === null) taken.set(name, target.file.path);
    const key = relative(folder, absolute).split(sep).join('/');
    found.push({ key, target, signature, clashesWith });
  }
  return found;
}

export function isSameSignature(a: FileSignature, b: FileSignature): boolean {
  return a.bytes === b.bytes && a.modified_ms === b.modified_ms && a.inode === b.inode;
}
