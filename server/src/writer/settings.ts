/** The settings of the document writer, with their defaults. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WriterMetrics } from '../ports/document-writer.ts';

export type WriterLog = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export type WriterSettings = {
  /** Concurrent documents; each slot is a warm Node process. */
  readonly slots: number;
  /** Parent of the slot directories, on the disk of the jobs' directories, so that files are linked instead of copied. */
  readonly workDir: string;
  /** `off` if the operator chose to do without; the process then shares the network of this one. */
  readonly sandbox: 'required' | 'off';
  /** Node's heap; see `memoryBytesOf`. */
  readonly heapBytes: number;
  /** A process is replaced after this many documents. */
  readonly documentsPerProcess: number;
  readonly startTimeoutMs: number;
  /** The longest line of an extraction: everything that is on one page. */
  readonly lineBytesMax: number;
  /** All files that are written for one document together. */
  readonly outputBytesMax: number;
  readonly pagesMax: number;
  readonly log: WriterLog;
  readonly metrics: WriterMetrics;
};

const mebibyte = 1_048_576;

export const defaultWriterSettings: WriterSettings = {
  slots: 1,
  workDir: join(tmpdir(), 'octavo-writer'),
  sandbox: 'required',
  heapBytes: 384 * mebibyte,
  documentsPerProcess: 2_000,
  startTimeoutMs: 60_000,
  lineBytesMax: 64 * mebibyte,
  outputBytesMax: 4_096 * mebibyte,
  pagesMax: 10_000,
  log: () => {},
  metrics: { waited: () => {}, restarted: () => {} },
};

/** Of the heap of the process, for the thread that writes the files of a long document: far less than refining takes. */
export const threadHeapShare = 1 / 4;

/** What a slot may use at most: code, buffers and the new spaces of process and thread come on top of the heaps. */
export const memoryBytesOf = ({ heapBytes }: Pick<WriterSettings, 'heapBytes'>): number =>
  heapBytes * (1 + threadHeapShare) + 160 * mebibyte;
