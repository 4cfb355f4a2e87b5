/** One batch at a time works with a state directory; what a killed one left behind does not stop the next. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';

/** Between the moment a lock is made and the moment it says whose it is. */
const writingMs = 100;

type Note = { readonly pid: number; readonly host: string; readonly token: string };

export type LockTiming = {
  readonly host: string;
  /** How often the holder renews the modification time of its lock. */
  readonly beatMs: number;
  /** Without a renewal for so long, a holder on another host counts as dead. */
  readonly silentMs: number;
};

const shipped: LockTiming = { host: hostname(), beatMs: 5_000, silentMs: 20_000 };

async function readNote(path: string): Promise<Note | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Note;
  } catch {
    return null;
  }
}

/** Opened for each look, because a network file system renews what it knows of a file when the file is opened. */
async function modifiedAtMs(path: string): Promise<number | null> {
  try {
    const file = await open(path, 'r');
    return await file
      .stat()
      .then(({ mtimeMs }) => mtimeMs)
      .finally(() => file.close());
  } catch {
    return null;
  }
}

function isRunningHere({ pid }: Note): boolean {
  // A container that is started again has the same name and the same few numbers.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Both times are the file system's: the clocks of two hosts may differ. */
async function isBeating(path: string, ownPath: string, silentMs: number): Promise<boolean> {
  const seen = await modifiedAtMs(path);
  const now = await modifiedAtMs(ownPath);
  if (seen === null || now === null) return false;
  const giveUpAtMs = performance.now() + silentMs - (now - seen);
  while (performance.now() < giveUpAtMs) {
    await delay(Math.min(500, silentMs / 10));
    const modified = await modifiedAtMs(path);
    if (modified !== seen) return modified !== null;
  }
  return false;
}

function inUse(path: string, { pid, host }: Note): CliError {
  return new CliError(
    'state_in_use',
    'failed',
    `Another octavo (process ${pid} on ${host}) works with this state.`,
    `Wait for it, use another one with --state, or remove ${path} if that process is something else.`,
  );
}

export class Lock {
  readonly #path: string;
  readonly #note: Note;
  readonly #file: FileHandle;
  readonly #beating: NodeJS.Timeout;

  private constructor(path: string, note: Note, file: FileHandle, beatMs: number) {
    this.#path = path;
    this.#note = note;
    this.#file = file;
    // The same bytes again: readers never see half a note, and the file system sets the time by its own clock.
    // Through the handle, so that the lock of somebody who took over is not written to.
    this.#beating = setInterval(() => void file.write(JSON.stringify(note), 0).catch(() => {}), beatMs);
    this.#beating.unref();
  }

  static async take(directory: string, timing: LockTiming = shipped): Promise<Lock> {
    const path = join(directory, 'lock');
    const note: Note = { pid: process.pid, host: timing.host, token: randomUUID() };
    const file = await create(path, note).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return takeOver(path, note, timing.silentMs);
    });
    const lock = new Lock(path, note, file, timing.beatMs);
    try {
      await lock.check();
      return lock;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Throws if somebody else has it now. */
  async check(): Promise<void> {
    const holder = await readNote(this.#path);
    if (holder?.token !== this.#note.token) throw inUse(this.#path, holder ?? { ...this.#note, pid: 0 });
  }

  async release(): Promise<void> {
    clearInterval(this.#beating);
    await this.#file.close();
    const holder = await readNote(this.#path);
    if (holder?.token === this.#note.token) await rm(this.#path, { force: true });
  }
}

async function create(path: string, note: Note): Promise<FileHandle> {
  const file = await open(path, 'wx');
  try {
    await file.write(JSON.stringify(note), 0);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Two may come to this at once: the later one has it, and the other finds out before it next writes. */
async function takeOver(path: string, note: Note, silentMs: number): Promise<FileHandle> {
  const own = `${path}.${note.token}`;
  const file = await create(own, note);
  try {
    const holder = (await readNote(path)) ?? (await delay(writingMs).then(() => readNote(path)));
    const isHeld =
      holder !== null &&
      (holder.host === note.host ? isRunningHere(holder) : await isBeating(path, own, silentMs));
    if (isHeld) throw inUse(path, holder);
    await rename(own, path);
    return file;
  } catch (error) {
    await file.close();
    await rm(own, { force: true });
    throw error;
  }
}
