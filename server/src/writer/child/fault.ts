/** What is reported of an error: its cause and its place, never its message, which may quote the document. */
import { DiffTooLargeError } from '@octavo/document/diff/diff.ts';
import type { WriterFailed } from '../message.ts';
import { LineTooLongError } from './line-source.ts';
import { OutputTooLargeError } from './output-file.ts';

export type Fault = Pick<WriterFailed, 'cause' | 'detail'>;

/** An error in a thread, as it was reported there. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('a thread failed');
    this.fault = fault;
  }
}

function describe(error: unknown): string {
  const { name = 'unknown', code, stack = '' } = error as NodeJS.ErrnoException;
  const place = /\n\s+at (\S+ )?.*?([^/\\]+:\d+):\d+/.exec(stack);
  return [name, code, place?.[1]?.trim(), place?.[2]].filter(Boolean).join(' ').slice(0, 300);
}

export function faultOf(error: unknown): Fault {
  if (error instanceof ThreadError) return error.fault;
  const { code } = error as NodeJS.ErrnoException;
  const detail = describe(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return { cause: 'disk', detail };
  const isTooLarge =
    error instanceof OutputTooLargeError ||
    error instanceof LineTooLongError ||
    error instanceof DiffTooLargeError ||
    code === 'EFBIG';
  return { cause: isTooLarge ? 'too_large' : 'error', detail };
}
