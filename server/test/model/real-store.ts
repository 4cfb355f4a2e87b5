/** The store under test with the accounts of one run, and the comparison of its records with the model. */
import { expect } from 'vitest';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { activeOf, chargedOf, type Model, ofAccount, reservedOf } from './job-model.ts';

export type Query = <Row extends object>(statement: string, values: readonly unknown[]) => Promise<Row[]>;

export type StoreUnderTest = {
  readonly store: PostgresStore;
  readonly accounts: readonly string[];
  readonly query: Query;
  /** Called for every executed step. */
  onStep: () => void;
};

const jobsQuery = `select id, status, attempt, engine_deaths as "engineDeaths", worker_losses as "workerLosses",
  deleting_at is not null as "isDeleting", page_count as pages from jobs where account_id = any($1) order by id`;

const countersQuery = `select a.id, a.active_jobs as active, a.visible_jobs as visible,
  coalesce(m.pages_reserved, 0) as reserved, coalesce(m.pages_charged, 0) as charged,
  (select coalesce(sum(case kind when 'reserve' then pages else -pages end), 0) from ledger l where l.account_id = a.id)::int as "openInLedger",
  (select coalesce(sum(pages) filter (where kind = 'charge'), 0) from ledger l where l.account_id = a.id)::int as "chargedInLedger",
  (select count(*) from ledger l where l.account_id = a.id and kind = 'charge')::int as charges,
  a.last_event = (select count(*) from events e where e.account_id = a.id) as "hasAllEvents"
  from accounts a left join usage_months m on m.account_id = a.id where a.id = any($1) order by a.id`;

const tasksQuery = `select id from queue.job where name = 'convert' and id = any($1) and state < 'completed'`;

export async function compare(real: StoreUnderTest, model: Model): Promise<void> {
  const rows = await real.query(jobsQuery, [real.accounts]);
  const wanted = model.jobs
    .filter((job) => !job.isGone)
    .map(({ id, status, attempt, engineDeaths, workerLosses, isDeleting, charged }) => ({
      id,
      status,
      attempt,
      engineDeaths,
      workerLosses,
      isDeleting,
      pages: status === 'done' ? charged : null,
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  expect(rows).toEqual(wanted);
  const counters = await real.query(countersQuery, [real.accounts]);
  expect(counters).toEqual(real.accounts.map((id, account) => countersOf(model, id, account)));
  const pending = model.jobs.filter((job) => job.status === 'pending' && !job.isDeleting && !job.isGone);
  const tasks = await real.query<{ id: string }>(tasksQuery, [pending.map(({ id }) => id)]);
  expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set(pending.map(({ id }) => id)));
}

function countersOf(model: Model, id: string, account: number) {
  const own = ofAccount(model, account);
  const charged = chargedOf(model, account);
  return {
    id,
    active: activeOf(model, account).length,
    visible: own.filter((job) => !job.isDeleting).length,
    reserved: reservedOf(model, account),
    charged,
    openInLedger: reservedOf(model, account),
    chargedInLedger: charged,
    charges: own.filter((job) => job.charged > 0).length,
    hasAllEvents: true,
  };
}
