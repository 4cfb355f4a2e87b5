/** Port to the records of direct uploads. Each method is one transaction, by the database's clock. */
import type { DirectUpload, DirectUploadRef } from '../domain/direct-upload.ts';

export type NewDirectUpload = Omit<DirectUpload, 'storageId' | 'jobId' | 'expiresAt'>;

export type DirectUploadStore = {
  /**
   * Records the upload before anything is stored for it. False when the account has `openMax` that are neither used nor
   * expired. It cannot be found before `begin`.
   */
  create(upload: NewDirectUpload, lifeMs: number, openMax: number): Promise<boolean>;
  /** Adds the id by which the storage knows it. */
  begin(uploadId: string, storageId: string): Promise<DirectUpload>;
  /** `null` for one that has expired, was given up, or belongs to another account. */
  find(accountId: string, uploadId: string): Promise<DirectUpload | null>;
  /** From here on no job can be made of it; its objects may be removed. False when it cannot be found. */
  abandon(accountId: string, uploadId: string): Promise<boolean>;
  /** The same for the one that became this job, which is being deleted; `null` when there is none. */
  abandonOfJob(jobId: string): Promise<DirectUploadRef | null>;
  /** Those whose objects have to be removed: expired, given up or used. Unused ones are given up. */
  toRemove(limit: number, except: readonly string[]): Promise<readonly DirectUploadRef[]>;
  /** After the objects were removed: removes the row, unless it is that of a used upload that is still known. */
  removed(uploadId: string): Promise<void>;
};
