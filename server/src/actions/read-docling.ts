/** A done job as a DoclingDocument, written while its reading index is read. */
import { writeDocling } from '@octavo/document/docling/write-docling.ts';
import type { OpenedReading } from './open-reading.ts';

export function readDocling({ job, reading }: OpenedReading): AsyncGenerator<string> {
  return writeDocling(reading, job.source);
}
