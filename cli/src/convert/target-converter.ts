/** Converts one file of a batch; each step is written to the batch state before the next one starts. */
import { access, readdir, rm } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { imageDirectorySuffix, type Job, JobFailedError, NotFoundError, type Octavo } from '@octavo/sdk';
import type { FormatName } from '../options/option-values.ts';
import type { BatchState } from './batch-state.ts';
import { contentId, hashFile } from './content-id.ts';
import type { FileContent, JobSource } from './job-source.ts';
import type { FileResult, Step } from './reporter.ts';
import { pathsOf, type Target } from './targets.ts';
import { waitForJob } from './wait-for-job.ts';

export type TargetConverterOptions = {
  readonly client: Octavo;
  readonly state: BatchState;
  readonly source: JobSource;
  readonly cwd: string;
  readonly formats: readonly FormatName[];
  readonly optionsDigest: string;
  readonly isForced: boolean;
  readonly runId: string;
  readonly isWaiting: boolean;
  /** Other programs may take results away, so what was saved once is up to date. */
  readonly mayLoseResults?: true;
  readonly waitTimeoutMs: number;
  readonly signal: AbortSignal;
};

export type TargetProgress = {
  readonly onStep: (step: Step) => void;
  readonly onAccepted: (jobId: string) => void;
};

export class TargetConverter {
  readonly #options: TargetConverterOptions;
  /** Files with the same content share a job. */
  readonly #running = new Map<string, Promise<Job>>();
  /** Contents whose results are saved, and those of which some copy could not be saved. */
  readonly #finished = new Set<string>();
  readonly #unfinished = new Set<string>();

  constructor(options: TargetConverterOptions) {
    this.#options = options;
  }

  async convert(target: Target, progress: TargetProgress): Promise<FileResult> {
    const startedAt = performance.now();
    const { state, signal, isWaiting, optionsDigest } = this.#options;
    progress.onStep({ step: 'reading' });
    const sha256 = await hashFile(target.file.absolute, signal);
    const id = contentId(sha256, optionsDigest);
    const upToDate = await this.#upToDate(target, id);
    if (upToDate) {
      this.#finished.add(id);
      return { status: 'skipped', files: upToDate };
    }
    const content = { id, sha256, path: target.file.absolute, name: basename(target.file.absolute) };
    const wasKnown = state.job(id) !== undefined;
    const job = await this.#shareJob(content, progress);
    if (!isWaiting) return { status: 'submitted', jobId: job.id };
    progress.onStep({ step: 'saving' });
    if (wasKnown) await removeParts(target, this.#options.formats);
    const files = await this.#save(target, job, id).catch((error: unknown) => {
      this.#unfinished.add(id);
      throw error;
    });
    this.#finished.add(id);
    const { page_count: pages, warnings } = job;
    return {
      status: 'done',
      jobId: job.id,
      pages: pages ?? 0,
      files,
      warnings: warnings ?? [],
      tookMs: performance.now() - startedAt,
    };
  }

  /** The result files of an earlier run for the same content, if all still exist. */
  async #upToDate(target: Target, id: string): Promise<readonly string[] | null> {
    const { state, cwd, isForced, runId, mayLoseResults } = this.#options;
    const saved = state.saved(target.id);
    if (saved?.content !== id) return null;
    if (isForced && state.job(id)?.forced_by !== runId) return null;
    if (mayLoseResults) return saved.files;
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

  #shareJob(content: FileContent, progress: TargetProgress): Promise<Job> {
    const running = this.#running.get(content.id);
    if (running) progress.onStep({ step: 'waiting', for: 'duplicate' });
    const job = running ?? this.#runJob(content, progress);
    this.#running.set(content.id, job);
    return job;
  }

  async #runJob(content: FileContent, progress: TargetProgress): Promise<Job> {
    const { source, client, isWaiting, waitTimeoutMs, signal } = this.#options;
    const job = await source.getOrSubmit(content, progress.onStep);
    progress.onAccepted(job.id);
    if (!isWaiting) return job;
    try {
      const done = await waitForJob(client, job.id, { signal, timeoutMs: waitTimeoutMs }, progress.onStep);
      await this.#setStatus(content.id, 'done');
      return done;
    } catch (error) {
      if (error instanceof JobFailedError) await this.#setStatus(content.id, 'failed');
      throw error;
    }
  }

  #entry(id: string) {
    const entry = this.#options.state.job(id);
    if (!entry) throw new Error(`no state of ${id}`);
    return entry;
  }

  async #setStatus(id: string, status: 'done' | 'failed'): Promise<void> {
    const entry = this.#entry(id);
    if (entry.status !== status) await this.#options.state.setJob(id, { ...entry, status });
  }

  async #save(target: Target, job: Job, id: string): Promise<readonly string[]> {
    const { client, state, cwd, formats, signal } = this.#options;
    const { directory, stem } = target;
    const saved = await client.jobs.save(job, directory, { stem, formats, signal });
    const files = Object.values(saved).map((path) => relative(cwd, path));
    await state.setSaved(target.id, { content: id, files });
    return files;
  }

  /** Called at the end of the batch, because a later file may have the same content and share the job. */
  async deleteFinished(): Promise<void> {
    for (const id of this.#finished) if (!this.#unfinished.has(id)) await this.#delete(id);
  }

  async #delete(id: string): Promise<void> {
    const { client, state, signal } = this.#options;
    const entry = this.#entry(id);
    if (entry.job_id === null || entry.deleted) return;
    await client.jobs.delete(entry.job_id, { signal }).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
    await state.setJob(id, { ...entry, deleted: true });
  }
}

/** Removes partial results of a run that was killed. Matches exact names, because other programs may write there too. */
async function removeParts(target: Target, formats: readonly FormatName[]): Promise<void> {
  const isPart = /\.[0-9a-f]{8}\.part$/;
  const results = new Set(pathsOf(target, formats));
  const list = async (directory: string) =>
    (await readdir(directory).catch(() => []))
      .filter((name) => isPart.test(name))
      .map((name) => join(directory, name));
  const inDirectory = (await list(target.directory)).filter((path) => results.has(path.replace(isPart, '')));
  const images = formats.includes('images')
    ? await list(join(target.directory, `${target.stem}${imageDirectorySuffix}`))
    : [];
  for (const part of [...inDirectory, ...images]) await rm(part, { force: true });
}
