/** One file of a batch, from reading it to its results on disk, each step remembered before the next. */
import { access, readdir, rm } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { type Job, JobFailedError, NotFoundError, type Octavo } from '@octavo/sdk';
import type { FormatName } from '../program/option-values.ts';
import { contentId, hashFile } from './content.ts';
import type { Content, JobSource } from './obtain-job.ts';
import type { State } from './state.ts';
import type { End, Step } from './steps.ts';
import { pathsOf, type Target } from './targets.ts';
import { waitFor } from './wait-for.ts';

export type BatchWork = {
  readonly client: Octavo;
  readonly state: State;
  readonly source: JobSource;
  readonly cwd: string;
  readonly formats: readonly FormatName[];
  readonly optionsDigest: string;
  readonly isForced: boolean;
  readonly runId: string;
  readonly isWaiting: boolean;
  readonly isDeleting: boolean;
  readonly waitTimeoutMs: number;
  readonly signal: AbortSignal;
};

export type Telling = {
  readonly tell: (step: Step) => void;
  readonly accepted: (jobId: string) => void;
};

export class TargetConverter {
  readonly #work: BatchWork;
  /** Files with the same content share a job. */
  readonly #underWay = new Map<string, Promise<Job>>();

  constructor(work: BatchWork) {
    this.#work = work;
  }

  async convert(target: Target, telling: Telling): Promise<End> {
    const startedAt = performance.now();
    const { state, signal, isWaiting, isDeleting, optionsDigest } = this.#work;
    telling.tell({ step: 'reading' });
    const sha256 = await hashFile(target.file.absolute, signal);
    const id = contentId(sha256, optionsDigest);
    const upToDate = await this.#upToDate(target, id);
    if (upToDate) {
      if (isDeleting) await this.#delete(id);
      return { end: 'skipped', files: upToDate };
    }
    const content = { id, sha256, path: target.file.absolute, name: basename(target.file.absolute) };
    const wasKnown = state.job(id) !== undefined;
    const job = await this.#share(content, telling);
    if (!isWaiting) return { end: 'submitted', jobId: job.id };
    telling.tell({ step: 'saving' });
    if (wasKnown) await removeParts(target, this.#work.formats);
    const files = await this.#save(target, job, id);
    if (isDeleting) await this.#delete(id);
    const { page_count: pages, warnings } = job;
    return {
      end: 'done',
      jobId: job.id,
      pages: pages ?? 0,
      files,
      warnings: warnings ?? [],
      tookMs: performance.now() - startedAt,
    };
  }

  /** The files an earlier run made of the same content, if all are still there. */
  async #upToDate(target: Target, id: string): Promise<readonly string[] | null> {
    const { state, cwd, isForced, runId } = this.#work;
    const saved = state.saved(target.id);
    if (saved?.content !== id) return null;
    if (isForced && state.job(id)?.forced_by !== runId) return null;
    const found = await Promise.all(
      saved.files.map((file) =>
        access(resolve(cwd, file)).then(
          () => true,
          () => false,
        ),
      ),
    );
    return found.every(Boolean) ? saved.files : null;
  }

  #share(content: Content, telling: Telling): Promise<Job> {
    const running = this.#underWay.get(content.id);
    if (running) telling.tell({ step: 'waiting', why: 'for the same file under another name' });
    const job = running ?? this.#finish(content, telling);
    this.#underWay.set(content.id, job);
    return job;
  }

  async #finish(content: Content, telling: Telling): Promise<Job> {
    const { source, client, isWaiting, waitTimeoutMs, signal } = this.#work;
    const job = await source.obtain(content, telling.tell);
    telling.accepted(job.id);
    if (!isWaiting) return job;
    try {
      const done = await waitFor(client, job.id, { signal, timeoutMs: waitTimeoutMs }, telling.tell);
      await this.#setStatus(content.id, 'done');
      return done;
    } catch (error) {
      if (error instanceof JobFailedError) await this.#setStatus(content.id, 'failed');
      throw error;
    }
  }

  #entry(id: string) {
    const entry = this.#work.state.job(id);
    if (!entry) throw new Error(`nothing is remembered of ${id}`);
    return entry;
  }

  async #setStatus(id: string, status: 'done' | 'failed'): Promise<void> {
    const entry = this.#entry(id);
    if (entry.status !== status) await this.#work.state.setJob(id, { ...entry, status });
  }

  async #save(target: Target, job: Job, id: string): Promise<readonly string[]> {
    const { client, state, cwd, formats, signal } = this.#work;
    const { directory, stem } = target;
    const saved = await client.jobs.save(job, directory, { stem, formats, signal });
    const files = Object.values(saved).map((path) => relative(cwd, path));
    await state.setSaved(target.id, { content: id, files });
    return files;
  }

  async #delete(id: string): Promise<void> {
    const { client, state, signal } = this.#work;
    const entry = this.#entry(id);
    if (entry.job_id === null || entry.deleted) return;
    await client.jobs.delete(entry.job_id, { signal }).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
    await state.setJob(id, { ...entry, deleted: true });
  }
}

/** Half-written results of an earlier run that was killed, by their exact names: others write beside them. */
async function removeParts(target: Target, formats: readonly FormatName[]): Promise<void> {
  const isPart = /\.[0-9a-f]{8}\.part$/;
  const results = new Set(pathsOf(target, formats));
  const list = async (directory: string) =>
    (await readdir(directory).catch(() => []))
      .filter((name) => isPart.test(name))
      .map((name) => join(directory, name));
  const beside = (await list(target.directory)).filter((path) => results.has(path.replace(isPart, '')));
  const images = formats.includes('images')
    ? await list(join(target.directory, `${target.stem}-images`))
    : [];
  for (const part of [...beside, ...images]) await rm(part, { force: true });
}
