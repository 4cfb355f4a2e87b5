/** One batch at a time works with a state directory; what a killed one left behind does not stop the next. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';

/** Between the moment a lock is made and the moment it says whose it is. */
const writeDelayMs = 100;

type LockRecord = { readonly pid: number; readonly host: string; readonly token: string };

export type LockTiming = {
  readonly host: string;
  /** How often the holder renews the modification time of its lock. */
  readonly heartbeatMs: number;
  /** Without a renewal for so long, a holder on another host counts as dead. */
  readonly staleAfterMs: number;
};

const defaultTiming: LockTiming = { host: hostname(), heartbeatMs: 5_000, staleAfterMs: 20_000 };

async function readRecord(path: string): Promise<LockRecord | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockRecord;
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

function isRunningOnThisHost({ pid }: LockRecord): boolean {
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
async function isRenewed(path: string, ownPath: string, staleAfterMs: number): Promise<boolean> {
  const seen = await modifiedAtMs(path);
  const now = await modifiedAtMs(ownPath);
  if (seen === null || now === null) return false;
  const giveUpAtMs = performance.now() + staleAfterMs - (now - seen);
  while (performance.now() < giveUpAtMs) {
    await delay(Math.min(500, staleAfterMs / 10));
    const modified = await modifiedAtMs(path);
    if (modified !== seen) return modified !== null;
  }
  return false;
}

function inUse(path: string, { pid, host }: LockRecord): CliError {
  return new CliError(
    'state_in_use',
    'failed',
    `Another octavo (process ${pid} on ${host}) works with this state.`,
    `Wait for it, use another one with --state, or remove ${path} if that process is something else.`,
  );
}

export class Lock {
  readonly #path: string;
  readonly #record: LockRecord;
  readonly #file: FileHandle;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(path: string, record: LockRecord, file: FileHandle, heartbeatMs: number) {
    this.#path = path;
    this.#record = record;
    this.#file = file;
    // The same bytes again: readers never see half a note, and the file system sets the time by its own clock.
    // Through the handle, so that the lock of somebody who took over is not written to.
    this.#heartbeat = setInterval(
      () => void file.write(JSON.stringify(record), 0).catch(() => {}),
      heartbeatMs,
    );
    this.#heartbeat.unref();
  }

  static async take(directory: string, timing: LockTiming = defaultTiming): Promise<Lock> {
    const path = join(directory, 'lock');
    const record: LockRecord = { pid: process.pid, host: timing.host, token: randomUUID() };
    const file = await create(path, record).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return takeOver(path, record, timing.staleAfterMs);
    });
    const lock = new Lock(path, record, file, timing.heartbeatMs);
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
    const holder = await readRecord(this.#path);
    if (holder?.token !== this.#record.token) throw inUse(this.#path, holder ?? { ...this.#record, pid: 0 });
  }

  async release(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#file.close();
    const holder = await readRecord(this.#path);
    if (holder?.token === this.#record.token) await rm(this.#path, { force: true });
  }
}

async function create(path: string, record: LockRecord): Promise<FileHandle> {
  const file = await open(path, 'wx');
  try {
    await file.write(JSON.stringify(record), 0);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Two may come to this at once: the later one has it, and the other finds out before it next writes. */
async function takeOver(path: string, record: LockRecord, staleAfterMs: number): Promise<FileHandle> {
  const own = `${path}.${record.token}`;
  const file = await create(own, record);
  try {
    const holder = (await readRecord(path)) ?? (await delay(writeDelayMs).then(() => readRecord(path)));
    const isHeld =
      holder !== null &&
      (holder.host === record.host ? isRunningOnThisHost(holder) : await isRenewed(path, own, staleAfterMs));
    if (isHeld) throw inUse(path, holder);
    await rename(own, path);
    return file;
  } catch (error) {
    await file.close();
    await rm(own, { force: true });
    throw error;
  }
}
