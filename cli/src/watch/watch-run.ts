/** Converts the files of a folder as they appear, a few at a time, until it is stopped. */
import type { BatchState, WatchedEntry } from '../convert/batch-state.ts';
import type { FileResult, Running, Summary } from '../convert/reporter.ts';
import { usageError } from '../errors/cli-error.ts';
import { type Problem, problemOf } from '../errors/problem.ts';
import { actionAfter, laterMs, retryDelayMs } from './failure-policy.ts';
import { type FoundFile, isSameSignature } from './folder-scan.ts';
import { RetrySchedule } from './retry-schedule.ts';
import type { SettledFiles } from './settled-files.ts';
import type { WatchReporter, WatchResult } from './watch-reporter.ts';

export type WatchClock = {
  readonly nowMs: () => number;
  /** Also ends when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type WatchOptions = {
  readonly scan: () => Promise<readonly FoundFile[]>;
  readonly settled: SettledFiles;
  /** Whether the file still is what the scan found. */
  readonly isUnchanged: (found: FoundFile) => Promise<boolean>;
  readonly convert: (found: FoundFile, onAccepted: (jobId: string) => void) => Promise<FileResult>;
  readonly state: Pick<BatchState, 'watched' | 'setWatched' | 'forgetWatched'>;
  readonly reporter: WatchReporter;
  readonly optionsDigest: string;
  readonly concurrency: number;
  readonly retriesMax: number;
  readonly intervalMs: number;
  /** Ends when no file is left to convert or to try again. */
  readonly isOnce: boolean;
  readonly signal: AbortSignal;
  /** The command that continues. */
  readonly resume: string;
  readonly clock: WatchClock;
};

export type WatchEnd = { readonly summary: Summary; readonly running: readonly Running[] };

const dayMs = 24 * 60 * 60 * 1000;
/** How long a file that is gone is remembered, in case it comes back. */
const goneKeptMs = 7 * dayMs;
const notInThisRun = Number.POSITIVE_INFINITY;

export class WatchRun {
  readonly #options: WatchOptions;
  readonly #startedAtMs: number;
  readonly #schedule = new RetrySchedule();
  readonly #working = new Map<string, Promise<void>>();
  readonly #jobs = new Map<string, Running>();
  readonly #failures = new Map<string, { readonly file: string; readonly problem: Problem }>();
  #queue: FoundFile[] = [];
  #nextScanAtMs = 0;
  /** A file may have to be converted although the queue is empty: it is not complete yet, or waits for a retry. */
  #hasWaiting = true;
  #nextForgetAtMs = 0;
  #stoppedBy: Problem | null = null;
  #counts = { converted: 0, skipped: 0, pages: 0 };

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.nowMs();
  }

  async run(): Promise<WatchEnd> {
    const { isOnce } = this.#options;
    while (this.#goesOn()) {
      if (this.#nowMs() >= this.#nextScanAtMs) await this.#scan();
      this.#startQueued();
      const isIdle = this.#queue.length === 0 && this.#working.size === 0;
      if (isOnce && isIdle && !this.#hasWaiting) break;
      await this.#waitForChange();
    }
    await Promise.all(this.#working.values());
    return { summary: this.#summary(), running: [...this.#jobs.values()] };
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }

  #goesOn(): boolean {
    return !this.#options.signal.aborted && !this.#stoppedBy;
  }

  async #scan(): Promise<void> {
    const { intervalMs, scan, settled, reporter, isOnce } = this.#options;
    try {
      const found = await scan();
      await this.#forgetGone(found);
      settled.update(found, this.#nowMs());
      this.#queue = await this.#readyIn(found);
      this.#nextScanAtMs = this.#nowMs() + intervalMs;
    } catch (error) {
      // The folder may be on a network drive that comes back.
      const problem = problemOf(error);
      if (isOnce) this.#stoppedBy ??= problem;
      const delayMs = this.#schedule.nextOutageMs();
      this.#nextScanAtMs = this.#nowMs() + delayMs;
      if (!isOnce) reporter.waiting(problem, delayMs);
    }
  }

  /** Once a day. A folder without any file may be a drive that is not there. */
  async #forgetGone(found: readonly FoundFile[]): Promise<void> {
    if (this.#nowMs() < this.#nextForgetAtMs || found.length === 0) return;
    this.#nextForgetAtMs = this.#nowMs() + dayMs;
    const present = new Set(found.map(({ key }) => key));
    const before = Date.now() - goneKeptMs;
    await this.#options.state.forgetWatched(
      (path, { ended_at }) => !present.has(path) && Date.parse(ended_at) < before,
    );
  }

  async #readyIn(found: readonly FoundFile[]): Promise<FoundFile[]> {
    const { settled } = this.#options;
    const ready: FoundFile[] = [];
    this.#hasWaiting = false;
    for (const file of found) {
      const dueAtMs = this.#schedule.dueAtMs(file);
      if (this.#working.has(file.key) || this.#hasEnded(file) || dueAtMs === notInThisRun) continue;
      if (this.#nowMs() >= dueAtMs && (await settled.isComplete(file, this.#nowMs()))) ready.push(file);
      else this.#hasWaiting = true;
    }
    return ready;
  }

  /** What the state says about the file as it is now. */
  #entryOf({ key, signature }: FoundFile): WatchedEntry | undefined {
    const { state, optionsDigest } = this.#options;
    const entry = state.watched(key);
    return entry?.options === optionsDigest && isSameSignature(entry, signature) ? entry : undefined;
  }

  #hasEnded(found: FoundFile): boolean {
    const status = this.#entryOf(found)?.status;
    return status === 'done' || status === 'failed';
  }

  #startQueued(): void {
    const { concurrency } = this.#options;
    const mayStart = () =>
      this.#goesOn() && this.#working.size < concurrency && this.#nowMs() >= this.#schedule.pausedUntilMs;
    while (mayStart()) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#working.set(next.key, this.#work(next));
    }
  }

  async #work(found: FoundFile): Promise<void> {
    try {
      if (await this.#options.isUnchanged(found)) await this.#convert(found);
    } catch (error) {
      // The state cannot be written, so what happens next would be forgotten.
      this.#stoppedBy ??= problemOf(error);
    } finally {
      this.#working.delete(found.key);
      this.#hasWaiting = true;
    }
  }

  async #waitForChange(): Promise<void> {
    const { clock, signal, concurrency } = this.#options;
    const canStart = this.#queue.length > 0 && this.#working.size < concurrency;
    const wakeAtMs = canStart
      ? Math.min(this.#schedule.pausedUntilMs, this.#nextScanAtMs)
      : this.#nextScanAtMs;
    const woken = new AbortController();
    const waitMs = Math.max(wakeAtMs - this.#nowMs(), 1);
    const timer = clock.sleep(waitMs, AbortSignal.any([signal, woken.signal]));
    await Promise.race([timer, ...this.#working.values()]);
    woken.abort();
  }

  async #convert(found: FoundFile): Promise<void> {
    const { path } = found.target.file;
    const onAccepted = (jobId: string) => void this.#jobs.set(found.key, { file: path, jobId });
    let result: WatchResult;
    try {
      if (found.clashesWith !== null) throw clash(path, found.clashesWith);
      result = (await this.#options.convert(found, onAccepted)) as WatchResult;
    } catch (error) {
      if (!this.#options.signal.aborted) await this.#failed(found, problemOf(error));
      return;
    }
    await this.#record(found, 'done', 0);
    this.#succeeded(found, result);
  }

  #succeeded(found: FoundFile, result: WatchResult): void {
    this.#schedule.succeeded(found);
    this.#jobs.delete(found.key);
    this.#failures.delete(found.key);
    if (result.status === 'done') {
      this.#counts.converted += 1;
      this.#counts.pages += result.pages;
    } else this.#counts.skipped += 1;
    this.#options.reporter.fileEnded(found.target.file.path, result, null);
  }

  async #failed(found: FoundFile, problem: Problem): Promise<void> {
    const { isOnce, retriesMax } = this.#options;
    const attempt = (this.#entryOf(found)?.attempts ?? 0) + 1;
    const action = actionAfter(problem);
    if (action === 'outage' && !isOnce) return this.#pause(found, problem);
    if (action === 'later') return this.#report(found, problem, attempt, isOnce ? notInThisRun : laterMs);
    if (action === 'stop' || action === 'outage') {
      this.#stoppedBy ??= problem;
      return this.#report(found, problem, attempt, notInThisRun);
    }
    this.#jobs.delete(found.key);
    const isLast = action === 'give-up' || attempt > retriesMax;
    await this.#record(found, isLast ? 'failed' : 'failing', attempt);
    this.#report(found, problem, attempt, isLast ? null : retryDelayMs(attempt));
  }

  /** All files wait. Those that fail in the same outage are not reported again. */
  #pause(found: FoundFile, problem: Problem): void {
    const delayMs = this.#schedule.pause(this.#nowMs());
    if (delayMs !== null) this.#options.reporter.waiting(problem, delayMs);
    this.#schedule.postpone(found, this.#schedule.pausedUntilMs);
  }

  #record(
    { key, signature, target }: FoundFile,
    status: WatchedEntry['status'],
    attempts: number,
  ): Promise<void> {
    const { state, optionsDigest: options } = this.#options;
    const ended_at = new Date().toISOString();
    return state.setWatched(key, { ...signature, options, status, attempts, target: target.id, ended_at });
  }

  /** `inMs` is null if the file is not tried again unless it changes. */
  #report(found: FoundFile, problem: Problem, attempt: number, inMs: number | null): void {
    const { reporter } = this.#options;
    const { path } = found.target.file;
    this.#failures.set(found.key, { file: path, problem });
    if (inMs !== null) this.#schedule.postpone(found, this.#nowMs() + inMs);
    const jobId = this.#jobs.get(found.key)?.jobId ?? null;
    const retry = inMs === notInThisRun ? null : { attempt, inMs };
    reporter.fileEnded(path, { status: 'failed', problem, jobId }, retry);
  }

  #summary(): Summary {
    const { resume } = this.#options;
    const { converted, skipped, pages } = this.#counts;
    const failed = this.#failures.size;
    return {
      files: converted + skipped + failed,
      converted,
      submitted: 0,
      skipped,
      failed,
      left: 0,
      pages,
      tookMs: this.#nowMs() - this.#startedAtMs,
      exit: this.#stoppedBy?.exit ?? (failed === 0 ? 'ok' : 'partlyFailed'),
      stoppedBy: this.#stoppedBy,
      resume,
      failures: [...this.#failures.values()],
    };
  }
}

function clash(path: string, other: string): Error {
  return usageError(
    `The results of ${path} would have the same names as those of ${other}.`,
    'Rename one of them, or move it to another directory.',
  );
}
