/** Hot queries stay flat: the statements the store really sends read as much from a large table as from a small one. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { roomy, sampleJob, sampleKey, sampleOutput } from '../contracts/samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

type Statement = { sql: string; parameters: readonly unknown[] };
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] };
type Measured = { blocks: number; scanned: string[] };

const smallRows = 5_000;
const largeRows = 100_000;
const longAgo = new Date('2020-01-01');
const sent: Statement[] = [];

let store: PostgresStore;
let client: pg.Client;
/** Holds a quarter of all jobs: the largest customer must not be slower than the others. */
let heavyAccount: string;
let keyHash: Buffer;

/** Ages and statuses as in life: the latest few pending or processing, a tenth failed, the rest done with outputs. */
async function seed(from: number, to: number): Promise<void> {
  await client.query(
    `with made as (
       insert into accounts (id, issuer, subject, email, created_at)
       select gen_random_uuid(), 'seed', n::text, 's@example.test', now()
       from generate_series($1::int, $2::int) n where n % 40 = 0
       returning id, subject),
     counted as (
       insert into usage_months (account_id, month, pages_limit) select id, '2026-11-01', 1000 from made)
     insert into api_keys (id, account_id, name, key_prefix, key_hash, created_at)
     select gen_random_uuid(), id, 'seed', 'oct_00000000', sha256(subject::bytea), now() from made`,
    [from, to],
  );
  // Told and counted one by one, a hundred thousand births would take minutes; nobody listens here.
  await client.query('alter table jobs disable trigger user');
  await client.query(
    `with owners as (select array_agg(id) ids from accounts where issuer = 'seed'),
     made as (
       insert into jobs (id, account_id, status, options, priority, source_name, source_bytes, source_sha256,
                         pages_reserved, billed_month, page_count, error_message, lease_until,
                         created_at, updated_at, finished_at, expires_at)
       select gen_random_uuid(),
              case when n % 4 = 0 then $3::uuid else owners.ids[1 + n % cardinality(owners.ids)] end,
              status, '{}', 0, 'seed.pdf', 1, decode(repeat('00', 32), 'hex'), 1, '2026-01-01',
              case when status = 'done' then 1 end,
              case when status = 'failed' then 'seeded' end,
              case when status = 'processing' then now() end,
              born, born, case when status in ('done', 'failed') then born end,
              case when n % 3 = 0 then born + interval '10 years' end
       from owners, generate_series($1::int, $2::int) n,
            lateral (select case when n % 1000 = 1 then 'pending' when n % 1000 = 2 then 'processing'
                                 when n % 10 = 4 then 'failed' else 'done' end status,
                            timestamptz '2026-01-01' + n * interval '1 second' as born) life
       returning id, account_id, status, created_at),
     stored as (
       insert into outputs (job_id, format, object_key, bytes, sha256)
       select id, format, id::text || format, 1, decode(repeat('00', 32), 'hex')
       from made, unnest(array['markdown', 'json']) format where status = 'done')
     insert into ledger (account_id, job_id, month, kind, pages, at)
     select account_id, id, '2026-01-01', 'reserve', 1, created_at from made`,
    [from, to, heavyAccount],
  );
  await client.query('alter table jobs enable trigger user');
  await client.query(
    `insert into events (account_id, number, job_id, type, data, at)
     select account_id, -$1::int - row_number() over (), id, 'job.created', '{}', created_at from jobs
     where created_at > timestamptz '2026-01-01' + $1::int * interval '1 second'`,
    [from - 1],
  );
  await client.query(
    `insert into idempotency_keys (account_id, key, fingerprint, job_id, created_at)
     select account_id, id::text, decode(repeat('00', 32), 'hex'), id, created_at from jobs on conflict do nothing`,
  );
  await client.query('delete from job_counts');
  await client.query(
    'insert into job_counts select account_id, status, count(*) from jobs group by account_id, status',
  );
  await client.query(
    `insert into usage_days
     select id, date '2026-01-01' + n, null, 1, 1 from accounts, generate_series(0, 89) n on conflict do nothing`,
  );
  await client.query(
    'update accounts set visible_jobs = (select count(*) from jobs where account_id = $1) where id = $1',
    [heavyAccount],
  );
  await client.query('vacuum analyze');
}

function scans(node: PlanNode): string[] {
  const here = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : [];
  return [...here, ...(node.Plans ?? []).flatMap(scans)];
}

async function explain({ sql, parameters }: Statement): Promise<Measured> {
  await client.query('begin');
  try {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    const { Plan } = rows[0]['QUERY PLAN'][0];
    return { blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], scanned: scans(Plan) };
  } finally {
    await client.query('rollback');
  }
}

/** One pass over what the service does all day, with the plan of every statement it sent to our tables. */
async function measureHotQueries(): Promise<Map<string, Measured>> {
  const asked = sampleJob(heavyAccount, { createdAt: new Date('2026-11-15T12:00:00Z') });
  // A second active job, because each statement is run again to be explained and counters must not go below zero.
  const companion = sampleJob(heavyAccount, { createdAt: asked.createdAt });
  const steps: Record<string, () => Promise<unknown>> = {
    'authenticate by key': () => store.apiKeys.findActive(keyHash),
    'first page of 20 jobs': () => store.jobs.list(heavyAccount, { number: 1, size: 20 }),
    'first page of failed jobs': () =>
      store.jobs.list(heavyAccount, { number: 1, size: 20 }, { statuses: ['failed'] }),
    'first page of finished jobs': () =>
      store.jobs.list(heavyAccount, { number: 1, size: 20 }, { statuses: ['done', 'failed'] }),
    'finished jobs of an hour': () =>
      store.jobs.list(
        heavyAccount,
        { number: 1, size: 20 },
        {
          statuses: ['done', 'failed'],
          createdAfter: new Date('2026-01-01T00:00:00Z'),
          createdBefore: new Date('2026-01-01T01:00:00Z'),
        },
      ),
    'a job that has expired': () => store.retention.beginExpired(longAgo),
    'events past their time': () => store.retention.pruneEvents(longAgo, 1_000),
    'idempotency keys past their time': () => store.retention.pruneIdempotencyKeys(longAgo, 1_000),
    'a job by id': () => store.jobs.find(heavyAccount, asked.id),
    'an absent job': () => store.jobs.find(heavyAccount, randomUUID()),
    'a year of days': () => store.usage.charges(heavyAccount, { from: '2026-01-01', to: '2026-12-31' }),
    'the ledger of a job': () => store.usage.movements(heavyAccount, asked.id),
    'usage of the month': () => store.accounts.monthUsage(heavyAccount, '2026-11-01'),
    'an idempotency key': () => store.jobs.findByIdempotencyKey(heavyAccount, 'unknown', asked.createdAt),
    'what is kept of events': () => store.events.bounds(heavyAccount),
    'the newest events': () => store.events.after(heavyAccount, 0, 100, null),
    'the events of a job': () => store.events.after(heavyAccount, -1_000_000, 100, asked.id),
    'the place in the queue': () => store.jobs.queuePlaces([companion.id]),
    'what a job dropped': () => store.jobs.dropped(heavyAccount, asked.id),
    'warnings of a job': () => store.jobs.warnings(heavyAccount, [asked.id]),
    progress: () => store.jobs.recordProgress(asked.id, 1, { stage: 'layout', done: 1, total: 3 }),
    'renew a lease': () => store.jobs.renew(asked.id, 1, 30_000),
    'active jobs': () => store.jobs.activeCount(heavyAccount),
    complete: () =>
      store.jobs.complete(
        asked.id,
        1,
        { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, 1)] },
        asked.createdAt,
      ),
  };
  await store.jobs.admit(companion, roomy);
  await store.jobs.admit(asked, roomy);
  await store.jobs.claim(asked.id, 30_000);
  const measured = new Map<string, Measured>();
  for (const [name, step] of Object.entries(steps)) {
    sent.length = 0;
    await step();
    const ours = sent.filter(({ sql }) =>
      /\b(jobs|outputs|accounts|api_keys|usage_months|usage_days|ledger|job_counts|events|idempotency_keys)\b/.test(
        sql,
      ),
    );
    for (const [index, statement] of ours.filter(({ sql }) => !sql.startsWith('insert')).entries()) {
      measured.set(`${name} #${index + 1}`, await explain(statement));
    }
  }
  for (const { id } of [asked, companion]) {
    await store.jobs.beginDelete(heavyAccount, id, asked.createdAt);
    await store.jobs.finishDelete(id);
  }
  return measured;
}

describe('hot queries', () => {
  let small: Map<string, Measured>;
  let large: Map<string, Measured>;

  beforeAll(async () => {
    const url = await migratedDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    store = storeAt(url, { onQuery: (query) => sent.push(query) });
    const identity = { issuer: 'seed', subject: newId(0), email: '' };
    heavyAccount = (await store.accounts.findOrCreate(identity, new Date())).id;
    const key = sampleKey(heavyAccount);
    keyHash = key.hash;
    await store.apiKeys.create(key, 1);
    await seed(1, smallRows);
    small = await measureHotQueries();
    await seed(smallRows + 1, largeRows);
    large = await measureHotQueries();
    return () => client.end();
  }, 120_000);

  it('are the ones the store sends', () => {
    expect([...large.keys()].length).toBeGreaterThanOrEqual(10);
    expect([...large.keys()]).toEqual([...small.keys()]);
  });

  it('never read a whole table', () => {
    const whole = [...large].filter(([, { scanned }]) => scanned.length > 0);
    expect(whole).toEqual([]);
  });

  it(`read no more blocks from ${largeRows} jobs than from ${smallRows}, but for deeper indexes`, () => {
    const grown = [...large].filter(
      ([name, { blocks }]) => blocks > (small.get(name)?.blocks ?? 0) * 1.5 + 8,
    );
    expect(grown).toEqual([]);
  });
});
