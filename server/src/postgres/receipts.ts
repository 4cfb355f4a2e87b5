/** Keys that sign receipts, and the tools that wrote outputs, in Postgres. */

import type { ReceiptKey } from '../domain/receipt-key.ts';
import { type Toolchain, toolchainId } from '../domain/toolchain.ts';
import type { ReceiptStore } from '../ports/receipts.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { toToolchain } from './json-values.ts';

async function insertKey(db: Database | DatabaseTransaction, key: ReceiptKey): Promise<void> {
  await db
    .insertInto('receipt_keys')
    .values({
      id: key.id,
      public_key: key.publicKey,
      private_key_sealed: key.sealedPrivateKey,
      created_at: key.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function replaceKeyIn(db: Database): ReceiptStore['replaceKey'] {
  return (key) =>
    db.transaction().execute(async (tx) => {
      await tx
        .updateTable('receipt_keys')
        .set({ retired_at: key.createdAt, private_key_sealed: null })
        .where('retired_at', 'is', null)
        .execute();
      await insertKey(tx, key);
    });
}

export function receiptsIn(db: Database): ReceiptStore {
  return {
    keys: async () => {
      const rows = await db
        .selectFrom('receipt_keys')
        .selectAll()
        .orderBy((order) => order.eb('retired_at', 'is', null), 'desc')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        publicKey: row.public_key,
        sealedPrivateKey: row.private_key_sealed,
        createdAt: row.created_at,
        retiredAt: row.retired_at,
      }));
    },

    addFirstKey: (key) => insertKey(db, key),

    replaceKey: replaceKeyIn(db),

    replaceSealed: async ({ id, sealedPrivateKey }, sealed) => {
      const { numUpdatedRows } = await db
        .updateTable('receipt_keys')
        .set({ private_key_sealed: sealed })
        .where('id', '=', id)
        .where('private_key_sealed', '=', sealedPrivateKey)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    registerToolchain: async (tools) => {
      await db
        .insertInto('toolchains')
        .values({ id: Buffer.from(toolchainId(tools), 'hex'), tools: JSON.stringify(tools) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    toolchains: async (accountId, jobId) => {
      const rows = await db
        .selectFrom('outputs')
        .innerJoin('jobs', 'jobs.id', 'outputs.job_id')
        .innerJoin('toolchains', 'toolchains.id', 'outputs.toolchain')
        .select(['outputs.format', 'toolchains.tools'])
        .where('jobs.id', '=', jobId)
        .where('jobs.account_id', '=', accountId)
        .execute();
      return new Map<string, Toolchain>(rows.map(({ format, tools }) => [format, toToolchain(tools)]));
    },
  };
}
