/** Port to the share links of jobs. */
import type { Share } from '../domain/share.ts';

export type NewShare = Share & { readonly accountId: string; readonly tokenHash: Buffer };

export type ShareStore = {
  /**
   * `absent` unless the account has this job and it is done; `full` when the job already has `activeMax` links that
   * have not expired.
   */
  create(share: NewShare, activeMax: number): Promise<Share | 'absent' | 'full'>;
  /** Those of a job that have not expired, newest first. */
  list(accountId: string, jobId: string): Promise<readonly Share[]>;
  /** False when the account's job does not have the link. */
  revoke(accountId: string, jobId: string, shareId: string): Promise<boolean>;
  /** `null` for a link that was revoked or has expired, by the database's clock, or whose job is gone or expired. */
  findActive(tokenHash: Buffer): Promise<{ readonly share: Share; readonly accountId: string } | null>;
};
