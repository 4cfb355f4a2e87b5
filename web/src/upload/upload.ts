/** One file on its way: what is known of it, and where it is. */
import type { JobProgress, ParserOptionsInput } from '@octavo/sdk';
import type { FileProblem } from './check-file.ts';

export type UploadState =
  | { readonly kind: 'checking' }
  /** `isWrong` after a password that did not open it. */
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  /** For its turn among the files of this page, or for one of the account's slots. */
  | { readonly kind: 'waiting'; readonly for: 'turn' | 'slot' }
  | { readonly kind: 'uploading'; readonly bytesSent: number; readonly bytesTotal: number }
  | { readonly kind: 'queued'; readonly position: number | null }
  | {
      readonly kind: 'processing';
      readonly stage: JobProgress['stage'];
      readonly pagesDone: number;
      readonly pagesTotal: number;
    }
  | { readonly kind: 'done'; readonly pages: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'invalid'; readonly problem: FileProblem }
  /** Refused, or lost on the way; `error` says by whom and why. */
  | { readonly kind: 'refused'; readonly error: unknown };

export type Upload = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly options: ParserOptionsInput;
  /** Those it will cost, where the browser could count them. */
  readonly pages: number | null;
  readonly jobId: string | null;
  readonly state: UploadState;
};

const ended = new Set<UploadState['kind']>(['done', 'failed', 'invalid', 'refused']);

export function hasEnded({ state }: Upload): boolean {
  return ended.has(state.kind);
}

/** Leaving the page would lose it: nothing but this page knows of it yet. */
export function isUnsent(upload: Upload): boolean {
  return upload.jobId === null && !hasEnded(upload);
}
