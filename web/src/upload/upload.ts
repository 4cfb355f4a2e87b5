/** One upload and its state, from the check of the file to the end of its job. */
import type { Job, JobProgress, ParserOptionsInput } from '@octavo/sdk';
import type { FileProblem } from './check-file.ts';

export type UploadState =
  /** Waits for the check of earlier files. */
  | { readonly kind: 'added' }
  | { readonly kind: 'checking' }
  /** `isWrong`: the given password did not open the file. */
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  /** Waiting for earlier files (`turn`) or for a free slot of the account (`slot`). */
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
  | { readonly kind: 'failed'; readonly failure: Pick<Job, 'error_code' | 'error_message'> }
  | { readonly kind: 'invalid'; readonly problem: FileProblem }
  /** The upload was rejected or failed; `error` is the reason. */
  | { readonly kind: 'refused'; readonly error: unknown };

export type Upload = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly options: ParserOptionsInput;
  /** Pages that will be charged; null if the browser could not count them. */
  readonly pages: number | null;
  /** Pages without text of their own, as far as the browser has looked. */
  readonly textlessPages: readonly number[];
  readonly jobId: string | null;
  readonly state: UploadState;
};

const ended = new Set<UploadState['kind']>(['done', 'failed', 'invalid', 'refused']);

export function hasEnded({ state }: Upload): boolean {
  return ended.has(state.kind);
}

/** Not yet uploaded: closing the page would lose it. */
export function isUnsent(upload: Upload): boolean {
  return upload.jobId === null && !hasEnded(upload);
}
