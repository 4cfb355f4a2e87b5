/** What a batch reports: the steps of a file, its result, and the summary of the batch. */
import type { JobWarning } from '@octavo/sdk';
import type { Problem } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';

export type Step =
  | { readonly step: 'reading' }
  | { readonly step: 'uploading'; readonly bytesSent: number; readonly bytesTotal: number | null }
  /** Waiting for the first response of the server, a free job slot, the queue, or the job of an identical file. */
  | { readonly step: 'waiting'; readonly for: 'server' | 'slot' | 'queue' | 'duplicate' }
  | { readonly step: 'submitted'; readonly jobId: string }
  | {
      readonly step: 'converting';
      readonly stage: string;
      readonly pagesDone: number;
      readonly pagesTotal: number;
    }
  | { readonly step: 'saving' };

export type FileResult =
  | {
      readonly status: 'done';
      readonly jobId: string;
      readonly pages: number;
      readonly files: readonly string[];
      readonly warnings: readonly JobWarning[];
      readonly tookMs: number;
    }
  /** Accepted, with --no-wait. */
  | { readonly status: 'submitted'; readonly jobId: string }
  /** The results are up to date. */
  | { readonly status: 'skipped'; readonly files: readonly string[] }
  | { readonly status: 'failed'; readonly problem: Problem; readonly jobId: string | null };

export type FileFailure = { readonly file: string; readonly problem: Problem };

export type Summary = {
  readonly files: number;
  readonly converted: number;
  readonly submitted: number;
  readonly skipped: number;
  readonly failed: number;
  /** Files that were not started because the batch stopped. */
  readonly left: number;
  readonly pages: number;
  readonly tookMs: number;
  readonly exit: ExitName;
  /** Why the batch stopped before its end. */
  readonly stoppedBy: Problem | null;
  /** The command that continues the batch. */
  readonly resume: string;
  readonly failures: readonly FileFailure[];
};

export type Running = { readonly file: string; readonly jobId: string };

/** Shows the progress of a batch. Files are identified by their displayed path. */
export type Reporter = {
  start(files: number): void;
  step(file: string, step: Step): void;
  fileEnded(file: string, result: FileResult): void;
  finish(summary: Summary): void;
  interrupted(running: readonly Running[], resume: string): void;
  /** Restores the terminal, also before an immediate exit. */
  close(): void;
};

export function combineReporters(reporters: readonly Reporter[]): Reporter {
  return {
    start: (files) => reporters.forEach((one) => void one.start(files)),
    step: (file, step) => reporters.forEach((one) => void one.step(file, step)),
    fileEnded: (file, result) => reporters.forEach((one) => void one.fileEnded(file, result)),
    finish: (summary) => reporters.forEach((one) => void one.finish(summary)),
    interrupted: (running, resume) => reporters.forEach((one) => void one.interrupted(running, resume)),
    close: () => reporters.forEach((one) => void one.close()),
  };
}
