/** Inserts rows that are due for removal by the database's clock, and rows that are not due yet. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';

/** A row or job that the cleanup must remove or must keep. */
export type Item = { readonly what: string; readonly exists: () => Promise<boolean> };

export const accountIdOf = async ({ db }: TestEnvironment, email: string): Promise<string> => {
  const [row] = await db.rows<{ id: string }>('select id from accounts where email = $1', [email]);
  if (row === undefined) throw new Error(`account ${email} does not exist`);
  return row.id;
};

const exists =
  (environment: TestEnvironment, statement: string, ...values: readonly unknown[]) =>
  async () =>
    (await environment.db.rows(statement, values)).length > 0;

/** Keys are kept for a day and an hour. */
export async function makeIdempotencyKey(
  environment: TestEnvironment,
  accountId: string,
  ageHours: number,
): Promise<Item> {
  const key = randomUUID();
  await environment.db.rows(
    `insert into idempotency_keys (account_id, key, fingerprint, job_id, created_at)
     values ($1, $2, sha256('faults'), gen_random_uuid(), now() - make_interval(hours => $3))`,
    [accountId, key, ageHours],
  );
  return {
    what: `an idempotency key of ${ageHours} hours`,
    exists: exists(environment, 'select from idempotency_keys where key = $1', key),
  };
}

/** The delivery log is kept for 30 days. The endpoint is disabled, so nothing is sent. */
export async function makeDelivery(
  environment: TestEnvironment,
  accountId: string,
  ageDays: number,
): Promise<Item> {
  const [endpoint, delivery] = [randomUUID(), randomUUID()];
  await environment.db.rows(
    `with endpoint as (
       insert into webhook_endpoints (id, account_id, url, events, description, enabled, disabled_reason, secret_sealed, created_at, updated_at)
       values ($1, $2, 'https://example.test/', '{job.done}', '', false, 'owner', '\\x00', now(), now()) returning id)
     insert into webhook_deliveries (id, endpoint_id, type, data, occurred_at, state, due_at, created_at, ended_at)
     select $3, id, 'webhook.test', '{}', at, 'delivered', at, at, at
     from endpoint, (select now() - make_interval(days => $4) as at) past`,
    [endpoint, accountId, delivery, ageDays],
  );
  return {
    what: `a delivery that ended ${ageDays} days ago`,
    exists: exists(environment, 'select from webhook_deliveries where id = $1', delivery),
  };
}

/** The state left by an API process that dies between storing a file and committing its job. */
export async function makeAbandonedUpload(environment: TestEnvironment, accountId: string): Promise<Item> {
  const id = randomUUID();
  const key = `accounts/${accountId}/jobs/${id}/source.pdf`;
  await environment.bucket.put(key, Buffer.from('%PDF-1.7'));
  await environment.db.rows(
    `insert into uploads (job_id, account_id, alive_until) values ($1, $2, now() - interval '1 minute')`,
    [id, accountId],
  );
  return {
    what: 'an abandoned upload',
    exists: async () =>
      (await environment.bucket.versions(key)).length > 0 ||
      (await environment.db.rows('select from uploads where job_id = $1', [id])).length > 0,
  };
}

const jobExists = (environment: TestEnvironment, id: string) => async () =>
  (await environment.bucket.versions()).some(({ key }) => key.includes(id)) ||
  (await environment.db.rows('select from jobs where id = $1', [id])).length > 0;

/** Makes a finished job expired; the cleanup takes the oldest first. */
export async function expireJob(environment: TestEnvironment, id: string, ageSeconds = 1): Promise<Item> {
  environment.journal.deletionAsked.add(id);
  await environment.db.rows(`update jobs set expires_at = now() - make_interval(secs => $2) where id = $1`, [
    id,
    ageSeconds,
  ]);
  return { what: `an expired job (${id})`, exists: jobExists(environment, id) };
}

/** The state left by an API process that dies during a DELETE. */
export async function startDelete(environment: TestEnvironment, id: string, ageSeconds = 60): Promise<Item> {
  environment.journal.deletionAsked.add(id);
  await environment.db.withClient(async (client) => {
    await client.query('begin');
    await client.query(`update jobs set deleting_at = now() - make_interval(secs => $2) where id = $1`, [
      id,
      ageSeconds,
    ]);
    await client.query(
      'update accounts set visible_jobs = visible_jobs - 1 where id = (select account_id from jobs where id = $1)',
      [id],
    );
    await client.query('commit');
  });
  return { what: `a partially deleted job (${id})`, exists: jobExists(environment, id) };
}

/** Items that still exist after the timeout. */
export async function remainingItems(items: readonly Item[], timeoutMs: number): Promise<readonly Item[]> {
  const deadline = performance.now() + timeoutMs;
  let left = items;
  for (;;) {
    const found = await Promise.all(left.map((item) => item.exists()));
    left = left.filter((_, at) => found[at]);
    if (left.length === 0 || performance.now() > deadline) return left;
    await delay(250);
  }
}
