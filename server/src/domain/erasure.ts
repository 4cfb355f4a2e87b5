/**
 * The certificate of an erasure: an in-toto statement that names the hashes of the files that were removed with a job.
 * It contains no text and no file name of the document.
 */
import type { Format } from './formats.ts';
import type { JobStatus } from './job.ts';
import { statementType } from './receipt.ts';

export const erasureReasons = ['requested', 'expired'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

/** A file of a job as statements name it: the PDF, an output, the stored document or the reading index. */
export type ErasedFile = {
  readonly name: 'source' | 'document' | 'reading-index' | Format;
  readonly bytes: number;
  readonly sha256: string;
};

export type Erasure = {
  readonly jobId: string;
  readonly reason: ErasureReason;
  /** The status that the job had. */
  readonly status: JobStatus;
  /** Converted ones. */
  readonly pages: number;
  /** The source first, the others by name. */
  readonly files: readonly ErasedFile[];
  readonly submittedAt: Date;
  /** When the deletion began, and when it was complete. */
  readonly requestedAt: Date;
  readonly erasedAt: Date;
};

export const erasurePredicateType = 'urn:octavo:predicate-type:erasure:v1';

/** Records without content that stay after the job is gone, each for its own time. */
const keptRecords = ['ledger', 'events', 'webhook_deliveries', 'idempotency_keys', 'erasures'] as const;
/** What the service cannot know about. */
const notCovered = ['backups', 'storage_replicas', 'downloaded_copies'] as const;

/** The same erasure gives the same bytes. */
export function erasureStatement(erasure: Erasure, service: string): Buffer {
  const { files } = erasure;
  const statement = {
    _type: statementType,
    subject: files.map(({ name, bytes, sha256 }) => ({ name, digest: { sha256 }, annotations: { bytes } })),
    predicateType: erasurePredicateType,
    predicate: {
      service,
      job_id: erasure.jobId,
      job_status: erasure.status,
      reason: erasure.reason,
      submitted_at: erasure.submittedAt.toISOString(),
      requested_at: erasure.requestedAt.toISOString(),
      erased_at: erasure.erasedAt.toISOString(),
      removed: {
        files: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        pages: erasure.pages,
        // The source is part of the job's own record; every other file has one.
        records: files.length,
        reading_indexes: files.filter(({ name }) => name === 'reading-index').length,
      },
      // Storage was listed with all versions until nothing was left, before the records were removed.
      object_versions_left: 0,
      kept_records: keptRecords,
      not_covered: notCovered,
    },
  };
  return Buffer.from(JSON.stringify(statement));
}
