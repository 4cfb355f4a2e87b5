/** What can be told of a file on its way, and of how it ended. */
import type { JobWarning } from '@octavo/sdk';
import type { Problem } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';

export type Step =
  | { readonly step: 'reading' }
  | { readonly step: 'uploading'; readonly bytesSent: number; readonly bytesTotal: number | null }
  | { readonly step: 'waiting'; readonly why: string }
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
  /** Accepted, and not waited for. */
  | { readonly status: 'submitted'; readonly jobId: string }
  | { readonly status: 'skipped'; readonly files: readonly string[] }
  | { readonly status: 'failed'; readonly problem: Problem; readonly jobId: string | null };

export type Summary = {
  readonly files: number;
  readonly converted: number;
  readonly submitted: number;
  readonly skipped: number;
  readonly failed: number;
  /** Not begun, because going on made no sense. */
  readonly left: number;
  readonly pages: number;
  readonly tookMs: number;
  readonly exit: ExitName;
  /** Why the rest was not begun. */
  readonly stoppedBy: Problem | null;
  /** The command that goes on from here. */
  readonly resume: string;
};

export type Running = { readonly file: string; readonly jobId: string };

/** Shows what goes on, in one of several ways. A file is known by the path it is shown with. */
export type Reporter = {
  start(files: number): void;
  step(file: string, step: Step): void;
  fileEnded(file: string, result: FileResult): void;
  finish(summary: Summary): void;
  interrupted(running: readonly Running[], resume: string): void;
  /** Leaves the screen as it should be, also when leaving at once. */
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
