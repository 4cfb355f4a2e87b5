/** Reads and replaces sealed webhook secrets, for key rotation. */
import { sql } from 'kysely';
import type { WebhookStore } from '../ports/webhook-store.ts';
import type { Database } from './database.ts';

type SealMethods = Pick<WebhookStore, 'sealedSecrets' | 'replaceSealed'>;

export function webhookSealsIn(db: Database): SealMethods {
  return {
    sealedSecrets: async (afterId, limit) => {
      const all = db
        .selectFrom('webhook_endpoints')
        .select(['id', 'secret_sealed', 'previous_secret_sealed'])
        .orderBy('id')
        .limit(limit);
      const rows = await (afterId === null ? all : all.where('id', '>', afterId)).execute();
      return rows.map((row) => ({
        webhookId: row.id,
        sealedSecret: row.secret_sealed,
        sealedPrevious: row.previous_secret_sealed,
      }));
    },

    replaceSealed: async (read, sealedSecret, sealedPrevious) => {
      const replaced = await db
        .updateTable('webhook_endpoints')
        .set({ secret_sealed: sealedSecret, previous_secret_sealed: sealedPrevious })
        .where('id', '=', read.webhookId)
        .where('secret_sealed', '=', read.sealedSecret)
        .where(sql<boolean>`previous_secret_sealed is not distinct from ${read.sealedPrevious}`)
        .executeTakeFirst();
      return replaced.numUpdatedRows > 0n;
    },
  };
}
