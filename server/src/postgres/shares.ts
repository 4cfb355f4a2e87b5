/** Share links in Postgres. */
import type { Selectable } from 'kysely';
import type { Share } from '../domain/share.ts';
import type { NewShare, ShareStore } from '../ports/shares.ts';
import { compileOnce } from './compile-once.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow } from './database-time.ts';
import { prepared } from './prepared.ts';
import type { Shares } from './schema.ts';

const columns = [
  'shares.id',
  'shares.job_id',
  'shares.name',
  'shares.ref',
  'shares.reading_sha256',
  'shares.with_source',
  'shares.created_at',
  'shares.expires_at',
] as const;

function toShare(row: Omit<Selectable<Shares>, 'token_hash'>): Share {
  const { ref, reading_sha256: sha256 } = row;
  return {
    id: row.id,
    jobId: row.job_id,
    name: row.name,
    element: ref === null || sha256 === null ? null : { ref, readingSha256: sha256.toString('hex') },
    withSource: row.with_source,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

const activeShare = compileOnce((db, { tokenHash }: { tokenHash: Buffer }) =>
  db
    .selectFrom('shares')
    .innerJoin('jobs', 'jobs.id', 'shares.job_id')
    .select([...columns, 'jobs.account_id'])
    .where('shares.token_hash', '=', tokenHash)
    .where('shares.expires_at', '>', databaseNow)
    .where('jobs.status', '=', 'done')
    .where('jobs.deleting_at', 'is', null)
    .where((is) => is.or([is('jobs.expires_at', 'is', null), is('jobs.expires_at', '>', databaseNow)]))
    .modifyEnd(prepared),
);

async function insertUnlessFull(tx: DatabaseTransaction, share: NewShare, activeMax: number) {
  // The lock on the job makes counting and inserting atomic.
  const job = await tx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', share.jobId)
    .where('account_id', '=', share.accountId)
    .where('status', '=', 'done')
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!job) return 'absent';
  // Nothing else removes them while the job is kept.
  await tx
    .deleteFrom('shares')
    .where('job_id', '=', share.jobId)
    .where('expires_at', '<=', databaseNow)
    .execute();
  const { active } = await tx
    .selectFrom('shares')
    .select((count) => count.fn.countAll<number>().as('active'))
    .where('job_id', '=', share.jobId)
    .executeTakeFirstOrThrow();
  if (active >= activeMax) return 'full';
  return tx
    .insertInto('shares')
    .values({
      id: share.id,
      job_id: share.jobId,
      name: share.name,
      token_hash: share.tokenHash,
      ref: share.element?.ref ?? null,
      reading_sha256: share.element === null ? null : Buffer.from(share.element.readingSha256, 'hex'),
      with_source: share.withSource,
      created_at: share.createdAt,
      expires_at: share.expiresAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function sharesIn(db: Database): ShareStore {
  return {
    create: async (share, activeMax) => {
      const made = await db.transaction().execute((tx) => insertUnlessFull(tx, share, activeMax));
      return typeof made === 'string' ? made : toShare(made);
    },

    list: async (accountId, jobId) => {
      const rows = await db
        .selectFrom('shares')
        .innerJoin('jobs', 'jobs.id', 'shares.job_id')
        .select(columns)
        .where('shares.job_id', '=', jobId)
        .where('jobs.account_id', '=', accountId)
        .where('jobs.deleting_at', 'is', null)
        .where('shares.expires_at', '>', databaseNow)
        .orderBy('shares.created_at', 'desc')
        .orderBy('shares.id', 'desc')
        .execute();
      return rows.map(toShare);
    },

    revoke: async (accountId, jobId, shareId) => {
      const { numDeletedRows } = await db
        .deleteFrom('shares')
        .using('jobs')
        .whereRef('jobs.id', '=', 'shares.job_id')
        .where('shares.id', '=', shareId)
        .where('shares.job_id', '=', jobId)
        .where('jobs.account_id', '=', accountId)
        .where('jobs.deleting_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    findActive: async (tokenHash) => {
      const [row] = (await activeShare(db, { tokenHash })).rows;
      return row ? { share: toShare(row), accountId: row.account_id } : null;
    },
  };
}
