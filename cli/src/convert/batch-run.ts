/** Runs a batch concurrently. A failed file does not stop the others, but an error that would hit every file does. */
import { type Problem, problemOf } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';
import type { FileFailure, FileResult, Reporter, Running, Summary } from './reporter.ts';
import type { TargetConverter } from './target-converter.ts';
import type { Target } from './targets.ts';

export type Batch = {
  readonly targets: readonly Target[];
  readonly converter: TargetConverter;
  readonly concurrency: number;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly resume: string;
};

export type BatchEnd = {
  readonly summary: Summary;
  /** Jobs that were accepted and not finished when the batch ended. */
  readonly running: readonly Running[];
};

/** After this many connection failures in a row the server counts as unreachable. */
const unreachableMax = 5;

export class BatchRun {
  readonly #batch: Batch;
  readonly #startedAt = performance.now();
  readonly #running = new Map<string, Running>();
  readonly #failures: FileFailure[] = [];
  #counts = { converted: 0, submitted: 0, skipped: 0, failed: 0 };
  #pages = 0;
  #next = 0;
  #unreachable = 0;
  #stoppedBy: Problem | null = null;

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  async run(): Promise<BatchEnd> {
    const { targets, concurrency, reporter } = this.#batch;
    reporter.start(targets.length);
    const workers = Math.min(concurrency, targets.length);
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
    return { summary: this.#summary(), running: this.#stillRunning() };
  }

  async #work(): Promise<void> {
    const { targets, signal } = this.#batch;
    while (!signal.aborted && !this.#stoppedBy) {
      const target = targets[this.#next];
      this.#next += 1;
      if (!target) return;
      await this.#convert(target);
    }
  }

  async #convert(target: Target): Promise<void> {
    const { converter, reporter, signal } = this.#batch;
    const { path } = target.file;
    try {
      const result = await converter.convert(target, {
        onStep: (step) => reporter.step(path, step),
        onAccepted: (jobId) => this.#running.set(path, { file: path, jobId }),
      });
      this.#unreachable = 0;
      this.#count(result);
      if (result.status !== 'submitted') this.#running.delete(path);
      reporter.fileEnded(path, result);
    } catch (error) {
      if (signal.aborted) return;
      const problem = problemOf(error);
      const jobId = this.#running.get(path)?.jobId ?? null;
      // A job that timed out or lost its connection keeps running; every other job has ended.
      if (problem.exit !== 'timedOut' && problem.exit !== 'unreachable') this.#running.delete(path);
      this.#counts.failed += 1;
      this.#failures.push({ file: path, problem });
      this.#stopIfHopeless(problem);
      reporter.fileEnded(path, { status: 'failed', problem, jobId });
    }
  }

  /** In the order of the batch, not of acceptance. */
  #stillRunning(): readonly Running[] {
    return this.#batch.targets.flatMap(({ file }) => this.#running.get(file.path) ?? []);
  }

  #count(result: FileResult): void {
    if (result.status === 'done') {
      this.#counts.converted += 1;
      this.#pages += result.pages;
    } else if (result.status === 'submitted') this.#counts.submitted += 1;
    else this.#counts.skipped += 1;
  }

  /** Without a valid key, pages, a server or the state directory, all other files would fail too. */
  #stopIfHopeless(problem: Problem): void {
    this.#unreachable = problem.exit === 'unreachable' ? this.#unreachable + 1 : 0;
    const isHopeless =
      problem.exit === 'auth' ||
      problem.code === 'plan_required' ||
      problem.pagesRemaining === 0 ||
      problem.code === 'state_in_use' ||
      this.#unreachable >= unreachableMax;
    if (isHopeless) this.#stoppedBy ??= problem;
  }

  #summary(): Summary {
    const files = this.#batch.targets.length;
    const { converted, submitted, skipped, failed } = this.#counts;
    return {
      files,
      ...this.#counts,
      left: files - converted - submitted - skipped - failed,
      pages: this.#pages,
      tookMs: performance.now() - this.#startedAt,
      exit: this.#exit(),
      stoppedBy: this.#stoppedBy,
      resume: this.#batch.resume,
      failures: this.#failures,
    };
  }

  #exit(): ExitName {
    if (this.#stoppedBy) return this.#stoppedBy.exit;
    const [first] = this.#failures;
    if (!first) return 'ok';
    const { converted, submitted, skipped } = this.#counts;
    if (converted + submitted + skipped > 0) return 'partlyFailed';
    const { exit } = first.problem;
    return this.#failures.every(({ problem }) => problem.exit === exit) ? exit : 'failed';
  }
}
