/** The progress of a batch on disk, written before each step, so that a killed batch can always be resumed. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { Lock } from './lock.ts';

/** The job of one content. Written before the upload, so that the idempotency key is never lost. */
export type JobEntry = {
  readonly idempotency_key: string;
  readonly submitted_at: string;
  readonly job_id: string | null;
  readonly status: 'submitting' | 'accepted' | 'done' | 'failed';
  /** The run that created this job with --force. */
  readonly forced_by?: string;
  readonly deleted?: true;
};

export type SavedEntry = { readonly content: string; readonly files: readonly string[] };

/** What became of a file in a watched folder, and how the file looked then. */
export type WatchedEntry = {
  readonly bytes: number;
  readonly modified_ms: number;
  readonly inode: number;
  /** A digest of the parser options. */
  readonly options: string;
  /** `failing` files are tried again, `failed` ones only when they have changed. */
  readonly status: 'done' | 'failing' | 'failed';
  readonly attempts: number;
  /** Key in `saved`. */
  readonly target: string;
  readonly ended_at: string;
};

/** The inputs and options of the last run, for `--resume`. */
export type RunEntry = {
  readonly id: string;
  readonly inputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
};

type StateFile = {
  readonly version: 1;
  run: RunEntry | null;
  readonly jobs: Record<string, JobEntry>;
  readonly saved: Record<string, SavedEntry>;
  /** By path below the watched folder. */
  watched?: Record<string, WatchedEntry>;
};

function unreadable(path: string, why: string): CliError {
  return new CliError(
    'state_unreadable',
    'failed',
    `${path} ${why}.`,
    'Use another directory with --state, or remove this one. Then all files are converted again; files converted within the last day are not charged again.',
  );
}

async function readState(path: string): Promise<StateFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { version: 1, run: null, jobs: {}, saved: {} };
  }
  let state: StateFile;
  try {
    state = JSON.parse(text) as StateFile;
  } catch {
    throw unreadable(path, 'is not valid JSON');
  }
  if (state.version !== 1) throw unreadable(path, 'was written by a newer version of octavo');
  return state;
}

/** The state is only useful on this machine. */
async function keepOutOfGit(directory: string): Promise<void> {
  await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

export class BatchState {
  readonly path: string;
  readonly #lock: Lock;
  readonly #state: StateFile;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  private constructor(path: string, lock: Lock, state: StateFile) {
    this.path = path;
    this.#lock = lock;
    this.#state = state;
  }

  static async open(directory: string): Promise<BatchState> {
    await mkdir(directory, { recursive: true });
    await keepOutOfGit(directory);
    const lock = await Lock.take(directory);
    try {
      const path = join(directory, 'state.json');
      const state = new BatchState(path, lock, await readState(path));
      await state.#removeParts();
      return state;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get run(): RunEntry | null {
    return this.#state.run;
  }

  job(content: string): JobEntry | undefined {
    return this.#state.jobs[content];
  }

  saved(targetId: string): SavedEntry | undefined {
    return this.#state.saved[targetId];
  }

  watched(path: string): WatchedEntry | undefined {
    return this.#state.watched?.[path];
  }

  knownJobIds(): ReadonlySet<string> {
    return new Set(Object.values(this.#state.jobs).flatMap(({ job_id }) => job_id ?? []));
  }

  /** Each setter resolves when the change is on disk. */
  async setRun(run: RunEntry): Promise<void> {
    this.#state.run = run;
    await this.#commit();
  }

  async setJob(content: string, entry: JobEntry): Promise<void> {
    this.#state.jobs[content] = entry;
    await this.#commit();
  }

  async setSaved(targetId: string, entry: SavedEntry): Promise<void> {
    this.#state.saved[targetId] = entry;
    await this.#commit();
  }

  async setWatched(path: string, entry: WatchedEntry): Promise<void> {
    this.#state.watched ??= {};
    this.#state.watched[path] = entry;
    await this.#commit();
  }

  /** Removes files that are gone, with their results and jobs, so that the state does not grow for ever. */
  async forgetWatched(isGone: (path: string, entry: WatchedEntry) => boolean): Promise<void> {
    const { watched = {}, saved, jobs } = this.#state;
    const gone = Object.entries(watched).filter(([path, entry]) => isGone(path, entry));
    if (gone.length === 0) return;
    const contents = new Set(gone.flatMap(([, { target }]) => saved[target]?.content ?? []));
    for (const [path, { target }] of gone) {
      delete watched[path];
      delete saved[target];
    }
    // Files with the same content share a job.
    for (const { content } of Object.values(saved)) contents.delete(content);
    for (const content of contents) delete jobs[content];
    await this.#commit();
  }

  async close(): Promise<void> {
    await this.#running.catch(() => {});
    await this.#lock.release();
  }

  /** Changes during a write share the next write. */
  #commit(): Promise<void> {
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        this.#running = this.#write();
        return this.#running;
      });
    return this.#queued;
  }

  async #write(): Promise<void> {
    const text = `${JSON.stringify(this.#state, null, 1)}\n`;
    await this.#lock.check();
    const partial = `${this.path}.${randomUUID().slice(0, 8)}.part`;
    const file = await open(partial, 'wx');
    try {
      await file.writeFile(text);
      await file.datasync();
      await file.close();
      await rename(partial, this.path);
    } catch (error) {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
      throw error;
    }
  }

  /** Removes partial files of killed processes. */
  async #removeParts(): Promise<void> {
    const directory = dirname(this.path);
    const parts = (await readdir(directory)).filter((name) => /^state\.json\.[0-9a-f]{8}\.part$/.test(name));
    for (const part of parts) await rm(join(directory, part), { force: true });
  }
}
