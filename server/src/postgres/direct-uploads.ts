/** Direct uploads in Postgres. */
import { type Selectable, sql } from 'kysely';
import type { DirectUpload } from '../domain/direct-upload.ts';
import type { DirectUploadStore, NewDirectUpload } from '../ports/direct-uploads.ts';
import { lockOpenAccount } from './closed-accounts.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { exceptIds, writesAllowed } from './recovery-clauses.ts';
import type { DirectUploads } from './schema.ts';
import { abandonedMark } from './uploads.ts';

/** How long the process that used an upload has to remove its objects before the sweeper does. */
export const ownRemovalMs = 10_000;

function toDirectUpload(row: Selectable<DirectUploads>): DirectUpload {
  return {
    id: row.id,
    accountId: row.account_id,
    fileName: row.file_name,
    bytes: row.bytes,
    partBytes: row.part_bytes,
    sha256: row.sha256?.toString('hex') ?? null,
    storageId: row.storage_id ?? '',
    jobId: row.job_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

async function insertUnlessFull(
  tx: DatabaseTransaction,
  upload: NewDirectUpload,
  lifeMs: number,
  openMax: number,
): Promise<boolean> {
  // The lock on the account makes counting and inserting atomic.
  await lockOpenAccount(tx, upload.accountId);
  const { open } = await tx
    .selectFrom('direct_uploads')
    .select((count) => count.fn.countAll<number>().as('open'))
    .where('account_id', '=', upload.accountId)
    .where('job_id', 'is', null)
    .where('expires_at', '>', databaseNow)
    .executeTakeFirstOrThrow();
  if (open >= openMax) return false;
  await tx
    .insertInto('direct_uploads')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      file_name: upload.fileName,
      bytes: upload.bytes,
      part_bytes: upload.partBytes,
      sha256: upload.sha256 === null ? null : Buffer.from(upload.sha256, 'hex'),
      created_at: upload.createdAt,
      expires_at: fromNow(lifeMs),
      remove_at: fromNow(lifeMs),
    })
    .execute();
  return true;
}

function toRemoveIn(db: Database): DirectUploadStore['toRemove'] {
  return async (limit, except) => {
    const { rows } = await sql<{ id: string; account_id: string }>`
      update direct_uploads
      set expires_at = case when job_id is null then ${abandonedMark} else expires_at end
      where id = any(array(
        select id from direct_uploads
        where remove_at < ${databaseNow} and (job_id is not null or ${writesAllowed}) and ${exceptIds('id', except)}
        order by remove_at limit ${limit}
        -- A running admission decides for itself.
        for update skip locked))
      returning id, account_id`.execute(db);
    return rows.map((row) => ({ id: row.id, accountId: row.account_id }));
  };
}

export function directUploadsIn(db: Database): DirectUploadStore {
  return {
    create: (upload, lifeMs, openMax) =>
      db.transaction().execute((tx) => insertUnlessFull(tx, upload, lifeMs, openMax)),

    begin: async (uploadId, storageId) => {
      const row = await db
        .updateTable('direct_uploads')
        .set({ storage_id: storageId })
        .where('id', '=', uploadId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toDirectUpload(row);
    },

    find: async (accountId, uploadId) => {
      const row = await db
        .selectFrom('direct_uploads')
        .selectAll()
        .where('id', '=', uploadId)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', databaseNow)
        .where('storage_id', 'is not', null)
        .executeTakeFirst();
      return row ? toDirectUpload(row) : null;
    },

    abandon: async (accountId, uploadId) => {
      const { numUpdatedRows } = await db
        .updateTable('direct_uploads')
        .set({ expires_at: abandonedMark, remove_at: abandonedMark })
        .where('id', '=', uploadId)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', databaseNow)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    abandonOfJob: async (jobId) => {
      const row = await db
        .updateTable('direct_uploads')
        .set({ expires_at: abandonedMark, remove_at: abandonedMark })
        .where('job_id', '=', jobId)
        .returning(['id', 'account_id'])
        .executeTakeFirst();
      return row ? { id: row.id, accountId: row.account_id } : null;
    },

    toRemove: toRemoveIn(db),

    removed: async (uploadId) => {
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('direct_uploads')
          .where('id', '=', uploadId)
          .where('expires_at', '<=', databaseNow)
          .execute();
        await tx
          .updateTable('direct_uploads')
          .set((row) => ({ remove_at: row.ref('expires_at') }))
          .where('id', '=', uploadId)
          .where('job_id', 'is not', null)
          .execute();
      });
    },
  };
}
