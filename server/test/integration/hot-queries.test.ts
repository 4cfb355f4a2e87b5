/** Hot queries do not slow down with growth: the statements the store sends read as many blocks from a large table as from a small one. */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobsAheadMax } from '../../src/domain/estimate.ts';
import { newId } from '../../src/domain/ids.ts';
import { nameSearchMax } from '../../src/domain/job.ts';
import { isPrepared } from '../../src/postgres/prepared.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { admit, ampleLimits, claimAgain, sampleJob, sampleKey } from '../contracts/samples.ts';
import { countFilled, fillPortion } from '../growth/fill.ts';
import { hotSteps } from '../growth/hot-steps.ts';
import { periodicSteps } from '../growth/periodic-steps.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

type Statement = { sql: string; parameters: readonly unknown[] };
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] };
type Measured = { blocks: number; scanned: string[] };

const smallRows = 5_000;
const largeRows = 100_000;
const waitingRows = 40_000;
const sent: Statement[] = [];

let store: PostgresStore;
let client: pg.Client;
/** Has a quarter of all jobs: the largest customer must not be slower than the others. */
let heavyAccount: string;
let keyHash: Buffer;

async function seed(from: number, to: number): Promise<void> {
  // More pending jobs than any bounded query reads, in the small and in the large table.
  await fillPortion(client, { from, to, heavyAccount, heavyEvery: 4, pendingEvery: 4 });
  await countFilled(client, heavyAccount);
}

function scans(node: PlanNode): string[] {
  const here = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : [];
  return [...here, ...(node.Plans ?? []).flatMap(scans)];
}

const asLiteral = (value: unknown): string => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
};

/** Prepared statements use a generic plan, so that is the plan to explain. */
async function explained({
  sql,
  parameters,
}: Statement): Promise<{ Plan: PlanNode & Record<string, number> }> {
  const asked = 'explain (analyze, buffers, format json)';
  if (!isPrepared(sql)) {
    const { rows } = await client.query(`${asked} ${sql}`, [...parameters]);
    return rows[0]['QUERY PLAN'][0];
  }
  await client.query('set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained_statement as ${sql}`);
  try {
    const { rows } = await client.query(
      `${asked} execute explained_statement(${parameters.map(asLiteral).join(', ')})`,
    );
    return rows[0]['QUERY PLAN'][0];
  } finally {
    // Deallocating is not undone by a rollback, and fails in an aborted transaction.
    await client.query('deallocate explained_statement').catch(() => {});
  }
}

/** Undoes the end of a job, so that the function does all of its work again when it is explained. */
async function rewind({ sql, parameters }: Statement): Promise<void> {
  if (!sql.includes('finish_job(')) return;
  const [id] = parameters;
  await client.query('alter table jobs disable trigger user');
  await client.query('alter table ledger disable trigger user');
  await client.query(
    `update jobs set status = 'processing', page_count = null, finished_at = null, lease_until = now() where id = $1`,
    [id],
  );
  await client.query(
    `update job_counts set jobs = job_counts.jobs + 1 from jobs
     where jobs.id = $1 and job_counts.account_id = jobs.account_id and job_counts.status = 'processing'`,
    [id],
  );
  await client.query('delete from outputs where job_id = $1', [id]);
  await client.query(`delete from ledger where job_id = $1 and kind <> 'reserve'`, [id]);
  await client.query('alter table jobs enable trigger user');
  await client.query('alter table ledger enable trigger user');
}

async function explain(statement: Statement): Promise<Measured> {
  await client.query('begin');
  try {
    await rewind(statement);
    const { Plan } = await explained(statement);
    const blocks = (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
    return { blocks, scanned: scans(Plan) };
  } finally {
    await client.query('rollback');
  }
}

const preparedTexts = new Set<string>();
const tables =
  /\b(jobs|outputs|accounts|api_keys|usage_months|usage_days|ledger|job_counts|events|idempotency_keys|uploads|direct_uploads|documents|readings|accessibility_reports|output_writes|erasures|closed_accounts|webhook_\w+|finish_job|claim_fetched_jobs)\b/;

/** Runs the hot steps once and returns the plan of every statement sent to the tables of the service. */
async function measureHotQueries(): Promise<Map<string, Measured>> {
  const asked = sampleJob(heavyAccount, { createdAt: new Date('2026-11-15T12:00:00Z') });
  // A second active job, because each statement is run again to be explained and counters must not go below zero.
  const companion = sampleJob(heavyAccount, { createdAt: asked.createdAt });
  await admit(store, companion, ampleLimits);
  await admit(store, asked, ampleLimits);
  const claim = await claimAgain(store, asked.id);
  const steps = hotSteps(store, { heavyAccount, keyHash, asked, claim: () => claim, companion });
  const measured = await measure({ ...steps, 'take a task': () => store.tasks.take(1, 30_000) });
  for (const { id } of [asked, companion]) {
    await store.jobs.beginDelete(heavyAccount, id, asked.createdAt);
    await store.jobs.finishDelete(id);
  }
  return measured;
}

/** The plan of every statement that the steps send to the tables of the service. */
async function measure(steps: ReturnType<typeof periodicSteps>): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  for (const [name, step] of Object.entries(steps)) {
    sent.length = 0;
    await step();
    for (const { sql } of sent.filter((one) => isPrepared(one.sql))) preparedTexts.add(sql);
    // Sorted, because a step may send statements at the same time, in any order.
    const ours = sent
      .filter(({ sql }) => tables.test(sql) && !sql.startsWith('insert'))
      .sort((one, other) => (one.sql < other.sql ? -1 : one.sql > other.sql ? 1 : 0));
    expect(ours.length, `statements of the step "${name}" that are measured`).toBeGreaterThan(0);
    for (const [index, statement] of ours.entries()) {
      measured.set(`${name} #${index + 1}`, await explain(statement));
    }
  }
  return measured;
}

/** A new database with the heavy account; `store` and `client` connect to it. */
async function openDatabase(): Promise<string> {
  const url = await migratedDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  store = storeAt(url, { onQuery: (query) => sent.push(query) });
  const identity = { issuer: 'seed', subject: newId(0), email: '' };
  heavyAccount = (await store.accounts.findOrCreate(identity, new Date())).id;
  return url;
}

describe('hot queries', () => {
  let small: Map<string, Measured>;
  let large: Map<string, Measured>;

  beforeAll(async () => {
    const url = await openDatabase();
    const key = sampleKey(heavyAccount);
    keyHash = key.hash;
    await store.apiKeys.create(key, 1);
    await seed(1, smallRows);
    small = await measureHotQueries();
    await seed(smallRows + 1, largeRows);
    // A new store, because some queries continue where the last one stopped.
    store = storeAt(url, { onQuery: (query) => sent.push(query) });
    large = await measureHotQueries();
    return () => client.end();
  }, 600_000);

  it('are the statements the store sends', () => {
    expect([...large.keys()].length).toBeGreaterThanOrEqual(10);
    expect([...large.keys()]).toEqual([...small.keys()]);
  });

  it('list their columns if prepared, so that a new column does not affect them', () => {
    expect(preparedTexts.size).toBeGreaterThanOrEqual(10);
    expect(
      [...preparedTexts].filter((text) => /(?<!\()\*(?!\/)/.test(text.replace('/* prepared */', ''))),
    ).toEqual([]);
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

  it('search names in the index, for a limited number of jobs', async () => {
    const measured = await measure({
      'a name that no job has': () =>
        store.jobs.list(heavyAccount, { number: 1, size: 20 }, { name: 'absent' }),
      'a name that all jobs have': () =>
        store.jobs.list(heavyAccount, { number: 1, size: 20 }, { name: 'seed' }),
    });
    expect([...measured].filter(([, { scanned }]) => scanned.length > 0)).toEqual([]);
    // At most 200 bytes for each index entry: a search that read rows would take a block for each.
    const blocksMax = (nameSearchMax * 200) / 8_192;
    expect([...measured].filter(([, { blocks }]) => blocks > blocksMax)).toEqual([]);
    const { total, isPartial } = await store.jobs.list(
      heavyAccount,
      { number: 1, size: 20 },
      { name: 'SEED.pdf' },
    );
    expect([total, isPartial]).toEqual([nameSearchMax, true]);
  });

  it('count the jobs ahead in the queue up to a limit', async () => {
    const waiting = jobsAheadMax + 100;
    const from = largeRows + 1;
    await fillPortion(client, { from, to: from + 2 * waiting, heavyAccount, heavyEvery: 4, pendingEvery: 2 });
    const last = sampleJob(heavyAccount, { createdAt: new Date('2026-11-16T12:00:00Z') });
    await admit(store, last, ampleLimits);
    const places = await store.jobs.queuePositions([last.id]);
    expect(places.get(last.id)).toEqual({ jobsAhead: jobsAheadMax, pagesAhead: jobsAheadMax });
  });
});

describe('periodic statements while nearly every job is pending on the same plan', () => {
  beforeAll(async () => {
    await openDatabase();
    // Half of the jobs are pending, and the others are removed.
    const portion = { from: 1, to: 2 * waitingRows, heavyAccount, heavyEvery: 4, pendingEvery: 2 };
    await fillPortion(client, portion);
    await client.query(`delete from jobs where status <> 'pending'`);
    await client.query('vacuum full jobs');
    await client.query('vacuum analyze');
    return () => client.end();
  }, 600_000);

  it('read at most 500 blocks, also for a plan that has no jobs', async () => {
    const request = { limit: 10, perEndpoint: 3, busy: new Map(), leaseMs: 30_000 };
    const measured = await measure({
      ...periodicSteps(store, heavyAccount),
      // Not compared between sizes: the tables have so few endpoints that they are read as a whole.
      'due deliveries': () => store.webhooks.claimDue(request),
    });
    expect(measured.size).toBeGreaterThan(5);
    expect([...measured].filter(([, { blocks }]) => blocks > 500)).toEqual([]);
  });
});
