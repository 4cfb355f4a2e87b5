/** Lets one batch at a time use a state directory. The lock of a killed batch does not block the next one. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';

/** How long after its creation a lock file may still be empty. */
const writeDelayMs = 100;

type LockRecord = { readonly pid: number; readonly host: string; readonly token: string };

export type LockTiming = {
  readonly host: string;
  /** How often the holder renews the modification time of its lock. */
  readonly heartbeatMs: number;
  /** A holder on another host that did not renew its lock for this long counts as dead. */
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

/** Opens the file each time, because network file systems refresh cached attributes when a file is opened. */
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
  // A restarted container has the same host name and reuses the same low process ids.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Compares two times of the file system, because the clocks of two hosts may differ. */
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
    `Another octavo process (${pid} on ${host}) is using this state directory.`,
    `Wait until it ends, use another directory with --state, or remove ${path} if no such octavo process is running.`,
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
    // Writes the same bytes: readers never see a partial record, and the file system sets the time by its own clock.
    // Uses the file handle, so that the lock of a process that took over is not overwritten.
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

  /** Throws if another process holds the lock now. */
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

/** If two processes do this at once, the later one gets the lock, and the other notices before its next write. */
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
