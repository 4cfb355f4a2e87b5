/** The directories of a slot: input, output, temp. Emptied between documents, removed with the slot. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { emptyDirectory } from '../processes/empty-directory.ts';
import { processIdentity } from '../processes/process-identity.ts';
import type { EngineSettings } from './settings.ts';

export type SlotDirectory = {
  readonly root: string;
  readonly in: string;
  readonly out: string;
  readonly temp: string;
};

const inputName = 'document.pdf';
const run = promisify(execFile);
const removalTimeoutMs = 60_000;

export async function createSlotDirectory(settings: EngineSettings, name: string): Promise<SlotDirectory> {
  await mkdir(settings.workDir, { recursive: true });
  const root = join(settings.workDir, `${processIdentity(process.pid)}-${name}`);
  const directory = { root, in: join(root, 'in'), out: join(root, 'out'), temp: join(root, 'temp') };
  await mkdir(root, { mode: 0o711 });
  // The sandbox's user may traverse the directory, but not list it.
  await chmod(settings.workDir, 0o711);
  for (const path of [directory.in, directory.out, directory.temp]) {
    await mkdir(path, { mode: 0o700 });
    await giveToSandbox(settings, path);
  }
  return directory;
}

async function giveToSandbox(settings: EngineSettings, path: string): Promise<void> {
  if (process.getuid?.() === 0 && settings.sandbox !== 'off') {
    await chown(path, settings.sandboxUid, settings.sandboxGid);
  }
}

/** Hard-links the input, or copies it where it is on another disk or not readable in the sandbox. */
export async function placeInput(
  settings: EngineSettings,
  directory: SlotDirectory,
  source: string,
): Promise<void> {
  const target = join(directory.in, inputName);
  if ((await readableInSandbox(settings, source)) && (await linked(source, target))) {
    return;
  }
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await giveToSandbox(settings, target);
}

/** Replaces the input by a file that the host has written to its output directory. False if there is no such file. */
export async function replaceInput(
  settings: EngineSettings,
  directory: SlotDirectory,
  outputName: string,
): Promise<boolean> {
  const source = join(directory.out, outputName);
  const target = join(directory.in, inputName);
  // A link could lead anywhere outside of the sandbox.
  const found = await lstat(source).catch(() => null);
  if (!found?.isFile()) return false;
  await rename(source, target);
  await giveToSandbox(settings, target);
  return true;
}

/** The sandbox of root runs as another user, and a link keeps the file's owner and mode. */
async function readableInSandbox(settings: EngineSettings, source: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || settings.sandbox === 'off') {
    return true;
  }
  return ((await stat(source)).mode & constants.S_IROTH) !== 0;
}

async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EXDEV' || code === 'EPERM' || code === 'EMLINK') {
      return false;
    }
    throw error;
  }
}

export async function emptySlot(directory: SlotDirectory): Promise<void> {
  await Promise.all([directory.in, directory.out, directory.temp].map(emptyDirectory));
}

/** A compromised process can leave directories without permissions or nested too deep for Node; `rm` handles them. */
export async function removeSlot({ root }: SlotDirectory): Promise<void> {
  try {
    await rm(root, { recursive: true, force: true });
  } catch {
    await run('chmod', ['-R', 'u+rwx', '--', root], { timeout: removalTimeoutMs });
    await run('rm', ['-rf', '--', root], { timeout: removalTimeoutMs });
  }
}

export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
