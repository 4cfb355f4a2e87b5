/** API keys in Postgres. */
import { type Selectable, sql } from 'kysely';
import type { ApiKey } from '../domain/api-key.ts';
import type { ApiKeyStore, NewApiKey } from '../ports/store.ts';
import { toAccount } from './accounts.ts';
import { revocationChannel } from './channels.ts';
import { lockOpenAccount } from './closed-accounts.ts';
import { compileOnce } from './compile-once.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { prepared } from './prepared.ts';
import type { ApiKeys } from './schema.ts';

const columns = [
  'id',
  'account_id',
  'name',
  'key_prefix',
  'created_at',
  'revoked_at',
  'last_used_at',
] as const;

function toApiKey(row: Pick<Selectable<ApiKeys>, (typeof columns)[number]>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    keyPrefix: row.key_prefix,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}

const activeKey = compileOnce((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as owner', 'owner.id', 'key.account_id')
    .select(columns.map((column) => `key.${column}` as const))
    .select(['owner.email', 'owner.tier', 'owner.created_at as owner_created_at'])
    .select(['owner.active_jobs', 'owner.writes_stopped_at'])
    .where('key.key_hash', '=', hash)
    .where('key.revoked_at', 'is', null)
    .modifyEnd(prepared),
);

async function insertUnlessFull(tx: DatabaseTransaction, key: NewApiKey, activeMax: number) {
  // The lock on the account makes counting and inserting atomic.
  await lockOpenAccount(tx, key.accountId);
  const { active } = await tx
    .selectFrom('api_keys')
    .select((count) => count.fn.countAll<number>().as('active'))
    .where('account_id', '=', key.accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (active >= activeMax) return null;
  return tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      name: key.name,
      key_prefix: key.keyPrefix,
      key_hash: key.hash,
      created_at: key.createdAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function apiKeysIn(db: Database): ApiKeyStore {
  return {
    create: async (key, activeMax) => {
      const row = await db.transaction().execute((tx) => insertUnlessFull(tx, key, activeMax));
      return row && toApiKey(row);
    },

    list: async (accountId) => {
      const rows = await db
        .selectFrom('api_keys')
        .select(columns)
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toApiKey);
    },

    revoke: async (accountId, keyId, now) => {
      const { rows } = await sql`
        with revoked as (
          update api_keys set revoked_at = coalesce(revoked_at, ${now})
          where account_id = ${accountId} and id = ${keyId} returning id)
        select pg_notify(${revocationChannel}, id::text) from revoked`.execute(db);
      return rows.length > 0;
    },

    findActive: async (hash) => {
      const [row] = (await activeKey(db, { hash })).rows;
      if (!row) return null;
      const account = toAccount({
        id: row.account_id,
        email: row.email,
        tier: row.tier,
        created_at: row.owner_created_at,
        active_jobs: row.active_jobs,
        writes_stopped_at: row.writes_stopped_at,
      });
      return { key: toApiKey(row), account };
    },

    recordUse: async (keyId, now) => {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('id', '=', keyId)
        .where((is) =>
          is.or([is('last_used_at', 'is', null), is('last_used_at', '<', new Date(now.getTime() - 60_000))]),
        )
        .execute();
    },
  };
}
