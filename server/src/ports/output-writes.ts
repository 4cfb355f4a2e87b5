/** Port to the leases of outputs that are written after their job is done. Each method is one transaction. */
import type { Format } from '../domain/formats.ts';
import type { JobRef, Output, StoredDocument } from '../domain/job.ts';

/** The right to add outputs to a done job, under a prefix of its own. */
export type OutputWrite = { readonly id: string; readonly job: JobRef };

export type OutputWriteStart =
  | { readonly kind: 'started'; readonly write: OutputWrite; readonly document: StoredDocument }
  /** Another request is writing outputs of this job. */
  | { readonly kind: 'busy' }
  /** The job has one of the formats already. */
  | { readonly kind: 'exists' }
  /** The job was done by a version that did not keep documents. */
  | { readonly kind: 'no_document' }
  /** The job is not done, or is being deleted. */
  | { readonly kind: 'no_job' };

export type OutputWriteStore = {
  /** Takes the lease; at most one request at a time has one for a job. */
  begin(job: JobRef, formats: readonly Format[], leaseMs: number): Promise<OutputWriteStart>;
  /** False when the lease has ended or the job is being deleted: stop writing. */
  renew(write: OutputWrite, leaseMs: number): Promise<boolean>;
  /**
   * Adds the outputs and ends the lease, or changes nothing: false when the lease has ended, the job is being deleted,
   * or has one of the formats already. Nothing is charged.
   */
  commit(write: OutputWrite, outputs: readonly Output[]): Promise<boolean>;
  /** From here on the lease cannot be renewed or committed. Waits for a commit that is under way. */
  abandon(writeId: string): Promise<void>;
  /** Removes the lease, after its objects were removed. */
  end(writeId: string): Promise<void>;
  /** Marks and returns leases that have ended. From here on they cannot be renewed or committed. */
  abandoned(limit: number, except: readonly string[]): Promise<readonly OutputWrite[]>;
};
