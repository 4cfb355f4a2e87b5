/** Creates, lists and revokes share links. The token of a link is returned only when it is created. */
import { readKeyName } from '../domain/api-key.ts';
import type { Caller } from '../domain/caller.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { canonicalId, newId } from '../domain/ids.ts';
import type { Job } from '../domain/job.ts';
import { readExpiry } from '../domain/retention.ts';
import {
  daysAfter,
  hashShareToken,
  kidOfRef,
  newShareToken,
  type Share,
  type SharedElement,
  shareDaysDefault,
  shareDaysMax,
  shareEnd,
  sharesPerJobMax,
} from '../domain/share.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { openReadingOf, type ReadingPorts } from './open-reading.ts';
import { findJob, jobNotFound } from './read-jobs.ts';

export type ManageSharesPorts = Omit<ReadingPorts, 'store'> & {
  readonly store: Pick<Store, 'jobs' | 'shares'>;
  readonly clock: Clock;
};

export type WantedShare = {
  readonly name?: string | undefined;
  /** Of the only block to share. */
  readonly ref?: string | undefined;
  readonly withSource?: boolean | undefined;
  readonly expiresAt?: string | undefined;
};

/** When the link ends, which may be earlier than its own expiry. */
export type ShareWithEnd = Share & { readonly endsAt: Date };

function endOf(wanted: string | undefined, now: Date): Date {
  if (wanted === undefined) return daysAfter(now, shareDaysDefault);
  const loc = ['body', 'expires_at'];
  const expiresAt = readExpiry(wanted, now, loc);
  if (expiresAt <= daysAfter(now, shareDaysMax)) return expiresAt;
  throw invalidRequest({ loc, msg: `must be at most ${shareDaysMax} days from now` });
}

function nameOf(wanted: string | undefined): string | null {
  return wanted === undefined ? null : readKeyName(wanted);
}

async function elementOf(
  ports: ManageSharesPorts,
  job: Job,
  { ref, withSource }: WantedShare,
  signal: AbortSignal,
): Promise<SharedElement | null> {
  if (ref === undefined) return null;
  if (withSource) {
    throw invalidRequest({ loc: ['body', 'with_source'], msg: 'must be false for a link to one block' });
  }
  const { reading, sha256 } = await openReadingOf(ports, job, signal);
  const kid = kidOfRef(ref);
  if (kid !== null && kid < reading.directory.kids) return { ref, readingSha256: sha256 };
  throw invalidRequest({ loc: ['body', 'ref'], msg: 'must be a block of the document, such as "/kids/40"' });
}

export async function createShare(
  ports: ManageSharesPorts,
  caller: Caller,
  jobId: string,
  wanted: WantedShare,
  signal: AbortSignal,
): Promise<{ readonly share: ShareWithEnd; readonly token: string }> {
  const { store, clock } = ports;
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  const now = clock.now();
  const expiresAt = endOf(wanted.expiresAt, now);
  const element = await elementOf(ports, job, wanted, signal);
  const token = newShareToken();
  const made = await store.shares.create(
    {
      id: newId(now.getTime()),
      jobId: job.id,
      accountId: job.accountId,
      name: nameOf(wanted.name),
      tokenHash: hashShareToken(token),
      element,
      withSource: wanted.withSource ?? element === null,
      createdAt: now,
      expiresAt,
    },
    sharesPerJobMax,
  );
  if (made === 'absent') throw jobNotFound();
  if (made === 'full') {
    throw new OctavoError(
      'share_limit_reached',
      `The job has ${sharesPerJobMax} share links, which is the limit. Revoke one first.`,
    );
  }
  return { share: { ...made, endsAt: shareEnd(made, job) }, token };
}

export async function listShares(
  { store }: Pick<ManageSharesPorts, 'store'>,
  caller: Caller,
  jobId: string,
): Promise<readonly ShareWithEnd[]> {
  const job = await findJob(store, caller, jobId);
  const shares = await store.shares.list(job.accountId, job.id);
  return shares.map((share) => ({ ...share, endsAt: shareEnd(share, job) }));
}

export async function revokeShare(
  { store }: Pick<ManageSharesPorts, 'store'>,
  { account }: Caller,
  jobId: string,
  shareId: string,
): Promise<void> {
  const [job, share] = [canonicalId(jobId), canonicalId(shareId)];
  const isRevoked = job && share && (await store.shares.revoke(account.id, job, share));
  if (!isRevoked) throw new OctavoError('share_not_found', 'Share link not found.');
}
