/** What the constraints and triggers of the database refuse, whatever the code does. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { admitted, ampleLimits, claimed, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { databaseAt, migratedDatabase, storeAt } from './fresh-database.ts';

describe('Postgres itself', () => {
  let db: Database;
  let store: PostgresStore;

  beforeAll(async () => {
    const url = await migratedDatabase();
    store = storeAt(url);
    db = databaseAt(url);
  });

  it('erases a password when its job ends, and refuses to store one afterwards', async () => {
    const account = await newAccount(store);
    const claim = await claimed(store, sampleJob(account.id, { sealedPassword: Buffer.from('x') }));
    const { id } = claim;
    await store.jobs.fail(claim, 'damaged', noon);
    const keep = db
      .updateTable('jobs')
      .set({ password_sealed: Buffer.from('x') })
      .where('id', '=', id);
    await expect(keep.execute()).rejects.toThrow('jobs_forget_passwords');
  });

  describe('database constraints refuse', () => {
    it('a changed or deleted ledger row', async () => {
      const account = await newAccount(store);
      await admitted(store, sampleJob(account.id));
      const change = db.updateTable('ledger').set({ pages: 1 }).execute();
      await expect(change).rejects.toThrow('append-only');
      await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    });

    it('a job that leaves done or failed, or skips processing', async () => {
      const account = await newAccount(store);
      const claim = await claimed(store, sampleJob(account.id));
      const { id } = claim;
      await store.jobs.fail(claim, 'damaged', noon);
      const revive = db
        .updateTable('jobs')
        .set({ status: 'pending', error_message: null, finished_at: null })
        .where('id', '=', id)
        .execute();
      await expect(revive).rejects.toThrow('cannot go from failed to pending');
      const pending = await admitted(store, sampleJob(account.id));
      const skip = db
        .updateTable('jobs')
        .set({ status: 'done', page_count: 1, finished_at: noon })
        .where('id', '=', pending)
        .execute();
      await expect(skip).rejects.toThrow('cannot go from pending to done');
    });

    it('a done job without a page count', async () => {
      const account = await newAccount(store);
      const { id } = await claimed(store, sampleJob(account.id));
      const careless = db
        .updateTable('jobs')
        .set({ status: 'done', finished_at: noon, lease_until: null })
        .where('id', '=', id)
        .execute();
      await expect(careless).rejects.toThrow('check constraint');
    });

    it('more pages than the month allows', async () => {
      const account = await newAccount(store);
      await admitted(store, sampleJob(account.id), { ...ampleLimits, pagesPerMonth: 5 });
      const overdraw = db
        .updateTable('usage_months')
        .set({ pages_reserved: 6 })
        .where('account_id', '=', account.id)
        .execute();
      await expect(overdraw).rejects.toThrow('check constraint');
    });

    it('a second charge for a job', async () => {
      const account = await newAccount(store);
      const id = await admitted(store, sampleJob(account.id));
      const charge = {
        account_id: account.id,
        job_id: id,
        month: '2026-11-01',
        kind: 'charge',
        pages: 3,
        at: noon,
      };
      await db.insertInto('ledger').values(charge).execute();
      await expect(db.insertInto('ledger').values(charge).execute()).rejects.toThrow('unique constraint');
    });
  });
});
