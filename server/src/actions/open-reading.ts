/** Opens a done job for reading in parts: its index is read by ranges, so memory does not grow with the document. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  decodeFooter,
  decodeLayout,
  type Frame,
  footerBytes,
  type IndexLayout,
} from '@octavo/document/reading/index-format.ts';
import { openIndex } from '@octavo/document/reading/open-index.ts';
import type { Reading } from '@octavo/document/reading/reading.ts';
import type { Caller } from '../domain/caller.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import type { Job, StoredReading } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import type { ReadingCache } from './reading-cache.ts';

export type ReadingPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly readingCache: ReadingCache;
};

export type OpenedReading = {
  readonly job: Job;
  readonly reading: Reading;
  /** Of the index, and so of the parse: refs, offsets and cursors belong to it. */
  readonly sha256: string;
};

const decompress = promisify(zstdDecompress);

/** One request gets the footer, and nearly always the directory before it. */
const tailBytes = 65_536;

async function readRange(
  { blobs }: Pick<ReadingPorts, 'blobs'>,
  { key }: StoredReading,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const found = await blobs.get(key, { range, signal });
  // The file was lost by the storage, or the job is being deleted.
  if (!found) throw unavailable('storage', new Error('the reading index of a job is not in storage'));
  return buffer(found.body);
}

/** Frames have checksums, so a damaged one fails here. */
async function frameText(data: Buffer, { raw }: Frame): Promise<string> {
  try {
    return (await decompress(data, { maxOutputLength: Math.max(1, raw) })).toString('utf8');
  } catch (error) {
    throw unavailable('storage', error);
  }
}

const rangeOf = ({ offset, bytes }: Frame) => ({ start: offset, end: offset + bytes - 1 });

async function readLayout(
  ports: ReadingPorts,
  stored: StoredReading,
  signal: AbortSignal,
): Promise<IndexLayout> {
  const cached = ports.readingCache.layouts.get(stored.sha256);
  if (cached) return cached;
  const tailStart = Math.max(0, stored.bytes - tailBytes);
  const tail = await readRange(ports, stored, { start: tailStart, end: stored.bytes - 1 }, signal);
  const frame = decodeFooter(tail.subarray(-footerBytes), stored.bytes);
  const isInTail = frame.offset >= tailStart;
  const data = isInTail
    ? tail.subarray(frame.offset - tailStart, frame.offset - tailStart + frame.bytes)
    : await readRange(ports, stored, rangeOf(frame), signal);
  const layout = decodeLayout(await frameText(data, frame));
  ports.readingCache.layouts.set(stored.sha256, layout, { size: frame.raw });
  return layout;
}

async function readFrame(
  ports: ReadingPorts,
  stored: StoredReading,
  frame: Frame,
  signal: AbortSignal,
): Promise<string> {
  return frameText(await readRange(ports, stored, rangeOf(frame), signal), frame);
}

async function readTextFrame(
  ports: ReadingPorts,
  stored: StoredReading,
  frame: Frame,
  signal: AbortSignal,
): Promise<string> {
  const { texts } = ports.readingCache;
  const key = `${stored.sha256}:${frame.offset}`;
  const cached = texts.get(key);
  if (cached !== undefined) return cached;
  const text = await readFrame(ports, stored, frame, signal);
  // Two bytes for each character, unless all of them are Latin.
  texts.set(key, text, { size: Math.max(1, 2 * text.length) });
  return text;
}

const notStored =
  'This job was done by an earlier version of the service and cannot be read in parts. Submit a new job with the id of this one in source_job_id; its pages are charged.';

/** Throws `job_not_found`, `job_not_done`, `job_failed` or `reading_not_stored`. */
export async function openReading(
  ports: ReadingPorts,
  caller: Caller,
  jobId: string,
  signal: AbortSignal,
): Promise<OpenedReading> {
  const job = await findJob(ports.store, caller, jobId);
  requireDone(job);
  return openReadingOf(ports, job, signal);
}

/** Of a job that is done. Throws `reading_not_stored`. */
export async function openReadingOf(
  ports: ReadingPorts,
  job: Job,
  signal: AbortSignal,
): Promise<OpenedReading> {
  const stored = await ports.store.jobs.reading(job.accountId, job.id);
  if (!stored) throw new OctavoError('reading_not_stored', notStored);
  return { job, reading: await openStoredReading(ports, stored, signal), sha256: stored.sha256 };
}

export async function openStoredReading(
  ports: ReadingPorts,
  stored: StoredReading,
  signal: AbortSignal,
): Promise<Reading> {
  const layout = await readLayout(ports, stored, signal);
  return openIndex(
    layout,
    (frame) => readFrame(ports, stored, frame, signal),
    (frame) => readTextFrame(ports, stored, frame, signal),
  );
}
