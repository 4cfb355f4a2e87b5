/** One batch at a time works with a state directory; what a killed one left behind does not stop the next. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';

/** Between the moment a lock is made and the moment it says whose it is. */
const writingMs = 100;

type Note = { readonly pid: number; readonly host: string; readonly token: string };

function isRunning({ pid, host }: Note): boolean {
  // Whether a process of another machine still runs cannot be seen from here.
  if (host !== hostname()) return true;
  // A container that is started again has the same name and the same few numbers.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readNote(path: string): Promise<Note | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Note;
  } catch {
    return null;
  }
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

  private constructor(path: string, note: Note) {
    this.#path = path;
    this.#note = note;
  }

  static async take(directory: string): Promise<Lock> {
    const path = join(directory, 'lock');
    const note: Note = { pid: process.pid, host: hostname(), token: randomUUID() };
    const text = JSON.stringify(note);
    try {
      await writeFile(path, text, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = (await readNote(path)) ?? (await delay(writingMs).then(() => readNote(path)));
      if (holder && isRunning(holder)) throw inUse(path, holder);
      // Two may come to this at once: the later one has it, and the other finds out before it next writes.
      const own = `${path}.${note.token}`;
      await writeFile(own, text, { flag: 'wx' });
      await rename(own, path);
    }
    const lock = new Lock(path, note);
    await lock.check();
    return lock;
  }

  /** Throws if somebody else has it now. */
  async check(): Promise<void> {
    const holder = await readNote(this.#path);
    if (holder?.token === this.#note.token) return;
    throw inUse(this.#path, holder ?? { pid: 0, host: hostname(), token: '' });
  }

  async release(): Promise<void> {
    const holder = await readNote(this.#path);
    if (holder?.token === this.#note.token) await rm(this.#path, { force: true });
  }
}
