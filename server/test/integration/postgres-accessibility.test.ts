/** Accessibility reports in a real database: text that jsonb cannot hold, later versions, and erasure. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessibilityReport } from '../../src/domain/accessibility.ts';
import type { Database } from '../../src/postgres/database.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { claimed, newAccount, noon, sampleJob, sampleOutput, sampleReport } from '../contracts/samples.ts';
import { databaseAt, migratedDatabase, storeAt } from './fresh-database.ts';

describe('the accessibility report in Postgres', () => {
  let db: Database;
  let store: PostgresStore;

  beforeAll(async () => {
    const url = await migratedDatabase();
    store = storeAt(url);
    db = databaseAt(url);
  });

  async function stored(accessibility: AccessibilityReport) {
    const { id: accountId } = await newAccount(store);
    const job = sampleJob(accountId);
    const claim = await claimed(store, job);
    const outputs = [sampleOutput(job, claim)];
    const result = { pageCount: 3, warnings: [], outputs, accessibility };
    expect(await store.jobs.complete(claim, result, noon)).toBe(true);
    return { id: job.id, accountId, read: () => store.jobs.accessibility(accountId, job.id) };
  }

  const count = async (jobId: string) =>
    (await db.selectFrom('accessibility_reports').selectAll().where('job_id', '=', jobId).execute()).length;

  it('does not keep a job from being done, whatever characters a title has', async () => {
    const value = 'a\0b\ud800c 😀';
    const job = await stored({
      ...sampleReport,
      written: [{ what: 'title', value, from: 'document', count: 1 }],
    });
    expect((await job.read())?.written[0]?.value).toBe('a\ufffdb\ufffdc 😀');
  });

  it('is read without the entries that only a later version knows', async () => {
    const job = await stored(sampleReport);
    await sql`update accessibility_reports set report =
      jsonb_set(report, '{to_do}', report->'to_do' || '[{"what": "music", "message": "", "count": 1, "places": []}]')
      where job_id = ${job.id}`.execute(db);
    expect(await job.read()).toEqual(sampleReport);
  });

  it('is removed with the row of its job', async () => {
    const job = await stored(sampleReport);
    expect(await count(job.id)).toBe(1);
    await store.jobs.beginDelete(job.accountId, job.id, noon);
    await store.jobs.finishDelete(job.id);
    expect(await count(job.id)).toBe(0);
  });
});
