/** Negative controls: each corruption damages one thing by hand and names the invariants that must detect it. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { prefixOf } from './evidence.ts';
import { observe } from './journal.ts';

type CorruptionTarget = Pick<TestEnvironment, 'db' | 'bucket' | 'journal' | 'workDir'>;

export type Corruption = {
  readonly what: string;
  /** Exactly these invariants must be violated. */
  readonly noticedBy: readonly string[];
  readonly damage: (environment: CorruptionTarget) => Promise<(() => void) | undefined>;
};

type Job = { readonly id: string; readonly account_id: string };

/** Triggers and unique keys prevent such damage, so they are removed first. */
async function withoutConstraints(
  environment: CorruptionTarget,
  work: (client: pg.Client) => Promise<void>,
): Promise<undefined> {
  await environment.db.withClient(async (client) => {
    for (const table of ['jobs', 'ledger']) await client.query(`alter table ${table} disable trigger user`);
    const { rows } = await client.query<{ table: string; name: string }>(
      `select conrelid::regclass::text as table, conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and (contype = 'c' or (contype = 'u' and conrelid = 'ledger'::regclass))`,
    );
    for (const { table, name } of rows) {
      if (table !== 'usage_months') await client.query(`alter table ${table} drop constraint "${name}"`);
    }
    await work(client);
  });
  return undefined;
}

async function doneJob({ db }: CorruptionTarget): Promise<Job> {
  const [job] = await db.rows<Job>(
    `select id, account_id from jobs where status = 'done' and deleting_at is null order by created_at limit 1`,
  );
  if (job === undefined) throw new Error('no done job to damage');
  return job;
}

async function anOutput({ bucket }: CorruptionTarget, job: Job) {
  return (await bucket.versions(prefixOf(job))).find(({ key }) => !key.endsWith('/source.pdf'));
}

const update = (
  what: string,
  noticedBy: readonly string[],
  ...statements: readonly string[]
): Corruption => ({
  what,
  noticedBy,
  damage: async (environment) => {
    const { id } = await doneJob(environment);
    return withoutConstraints(environment, async (client) => {
      for (const statement of statements) await client.query(statement.replaceAll('$job', `'${id}'`));
    });
  },
});

const observedBreach = (id: string): Corruption => ({
  what: `the run saw ${id} broken`,
  noticedBy: [id],
  damage: async ({ journal }) => {
    observe(journal, id, 'planted', false);
    return undefined;
  },
});

export const corruptions = {
  lostJob: {
    what: 'a job, its outputs and its files vanish',
    noticedBy: ['I1'],
    damage: async (environment) => {
      const job = await doneJob(environment);
      for (const { key, versionId } of await environment.bucket.versions(prefixOf(job))) {
        await environment.bucket.removeVersion(key, versionId);
      }
      await withoutConstraints(environment, async (client) => {
        await client.query('delete from jobs where id = $1', [job.id]);
        await client.query('update accounts set visible_jobs = visible_jobs - 1 where id = $1', [
          job.account_id,
        ]);
      });
      return undefined;
    },
  },
  stuckJob: update(
    'a job stays processing with an old lease',
    ['I2'],
    `update jobs set status = 'processing', lease_until = now() - interval '10 minutes', page_count = null where id = $job`,
    `delete from ledger where job_id = $job and kind <> 'reserve'`,
    `update accounts set active_jobs = active_jobs + 1 where id = (select account_id from jobs where id = $job)`,
    `update usage_months m set pages_charged = pages_charged - j.pages_reserved, pages_reserved = m.pages_reserved + j.pages_reserved
       from jobs j where j.id = $job and m.account_id = j.account_id`,
    `delete from outputs where job_id = $job`,
    `update accounts set last_event = last_event - 1 where id = (select account_id from jobs where id = $job)`,
    `delete from events where job_id = $job and type = 'job.done'`,
  ),
  lostSource: {
    what: 'the source of a job is not in storage',
    noticedBy: ['I3'],
    damage: async (environment) => {
      const job = await doneJob(environment);
      const [source] = await environment.bucket.versions(`${prefixOf(job)}source.pdf`);
      if (source) await environment.bucket.removeVersion(source.key, source.versionId);
      return undefined;
    },
  },
  ghostRow: {
    what: 'a request that was refused has a job',
    noticedBy: ['I4'],
    damage: async (environment) => {
      const { id } = await doneJob(environment);
      const [row] = await environment.db.rows<{ source_name: string }>(
        'select source_name from jobs where id = $1',
        [id],
      );
      environment.journal.accepted.delete(id);
      environment.journal.refused.set(row?.source_name ?? '', 503);
      return undefined;
    },
  },
  ghostObject: {
    what: 'the bucket has an object without a job',
    noticedBy: ['I4'],
    damage: async ({ bucket }) => {
      await bucket.put(`accounts/${randomUUID()}/jobs/${randomUUID()}/source.pdf`, Buffer.from('%PDF-'));
      return undefined;
    },
  },
  movedBack: update(
    'a done job has a later event job.pending',
    ['I5'],
    `update accounts set last_event = last_event + 1 where id = (select account_id from jobs where id = $job)`,
    `insert into events (account_id, number, job_id, type, data, at)
       select a.id, a.last_event, $job, 'job.pending', '{}', now() from accounts a join jobs j on j.account_id = a.id where j.id = $job`,
  ),
  doubleCharge: update(
    'a job is charged twice',
    ['I6'],
    `insert into ledger (account_id, job_id, month, kind, pages, at)
       select account_id, job_id, month, kind, pages, now() from ledger where job_id = $job and kind = 'charge'`,
    `update usage_months m set pages_charged = pages_charged + l.pages from ledger l
       where l.id = (select max(id) from ledger where job_id = $job) and m.account_id = l.account_id`,
    `insert into ledger (account_id, job_id, month, kind, pages, at)
       select account_id, job_id, month, 'reserve', pages, now() from ledger where id = (select max(id) from ledger where job_id = $job)`,
  ),
  limitGone: update(
    'the constraint of the limit is removed',
    ['I7'],
    `do $$ declare name text; begin for name in select conname from pg_constraint where conrelid = 'usage_months'::regclass
       and contype = 'c' loop execute format('alter table usage_months drop constraint %I', name); end loop; end $$`,
  ),
  chargedFailure: update(
    'a failed job is charged',
    ['I6', 'I8'],
    `update jobs set status = 'failed', error_message = 'planted', page_count = null where id = $job`,
    `delete from outputs where job_id = $job`,
    `update events set type = 'job.failed' where job_id = $job and type = 'job.done'`,
  ),
  tooManyActive: {
    what: 'more jobs were active at once than the plan allows',
    noticedBy: ['I9'],
    damage: async (environment) => {
      const { account_id: account } = await doneJob(environment);
      const count = 25;
      await environment.db.withClient(async (client) => {
        await client.query('update accounts set last_event = last_event + $2 where id = $1', [
          account,
          2 * count,
        ]);
        // All are created before any of them ends.
        await client.query(
          `insert into events (account_id, number, job_id, type, data, at)
           select $1, (select last_event from accounts where id = $1) - 2 * $2::int + n,
             ('00000000-0000-4000-8000-' || lpad(((n - 1) % $2::int)::text, 12, '0'))::uuid,
             case when n <= $2::int then 'job.created' else 'job.deleted' end, '{}', now()
           from generate_series(1, 2 * $2::int) n`,
          [account, count],
        );
      });
      return undefined;
    },
  },
  noPages: update(
    'a done job has no page count',
    ['I6', 'I10'],
    `update jobs set page_count = null where id = $job`,
    `update events set data = '{}' where job_id = $job`,
  ),
  lostOutput: {
    what: 'an output of a done job is not in storage',
    noticedBy: ['I11', 'I25'],
    damage: async (environment) => {
      const job = await doneJob(environment);
      const output = await anOutput(environment, job);
      if (output) await environment.bucket.removeVersion(output.key, output.versionId);
      return undefined;
    },
  },
  wrongOutput: {
    what: 'an output of a done job has other bytes than its row says',
    noticedBy: ['I11'],
    damage: async (environment) => {
      const job = await doneJob(environment);
      const output = await anOutput(environment, job);
      if (output) await environment.bucket.put(output.key, Buffer.alloc(output.bytes, 'x'));
      return undefined;
    },
  },
  survivor: {
    what: 'a file of a deleted job still exists',
    noticedBy: ['I12'],
    damage: async ({ bucket, journal }) => {
      const id = randomUUID();
      journal.deleted.set(id, Date.now());
      journal.deletionAsked.add(id);
      await bucket.put(`accounts/${randomUUID()}/jobs/${id}/attempt-1/markdown`, Buffer.from('late'));
      return undefined;
    },
  },
  falseErasure: update(
    'a job that still has its files is certified as erased',
    ['I12'],
    `insert into erasures (job_id, account_id, reason, status, pages, files, submitted_at, requested_at, erased_at)
     select id, account_id, 'requested', status, 0, '[]', now(), now(), now() from jobs where id = $job`,
  ),
  foreignOutput: update(
    'an output is stored under another tenant',
    ['I11', 'I15', 'I25'],
    `update outputs set object_key = replace(object_key, (select account_id::text from jobs where id = $job), gen_random_uuid()::text) where job_id = $job`,
  ),
  staleAttempt: update(
    'a job was taken over and still has the outputs of the attempt before',
    ['I17'],
    `update jobs set attempt = attempt + 1 where id = $job`,
    `do $$ begin if exists (select from information_schema.columns where table_name = 'jobs' and column_name = 'claim_id')
       then update jobs set claim_id = gen_random_uuid() where id = $job; end if; end $$`,
  ),
  sharedPrefix: update(
    'two formats of a job come from different attempts',
    ['I11', 'I17', 'I25', 'I26'],
    `update outputs set object_key = regexp_replace(object_key, '/([^/]+)/[^/]+$', '/attempt-99/' || format)
       where job_id = $job`,
    `insert into outputs (job_id, format, object_key, bytes, sha256)
       select job_id, 'text', replace(object_key, '/attempt-99/', '/attempt-98/'), bytes, sha256 from outputs where job_id = $job`,
  ),
  endlessPoison: update(
    'a job lost nine workers',
    ['I18'],
    `update jobs set worker_losses = 9 where id = $job`,
  ),
  orphanEngine: {
    what: 'an engine outlives its worker',
    noticedBy: ['I23'],
    damage: async ({ workDir }) => {
      const dead = join(workDir, '4194303-1');
      // A sandbox that mounts a dead worker's directory and only sleeps.
      const sandbox = [
        '--dev-bind',
        '/',
        '/',
        '--bind',
        workDir,
        workDir,
        '--setenv',
        'WHERE',
        `${dead}/engine`,
      ];
      const orphan = spawn('bwrap', [...sandbox, '--', 'sleep', '60'], { stdio: 'ignore' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return () => void orphan.kill('SIGKILL');
    },
  },
  orphanOutput: {
    what: 'a file was stored for a done job and not added to it',
    noticedBy: ['I23'],
    damage: async (environment) => {
      const job = await doneJob(environment);
      await environment.bucket.put(`${prefixOf(job)}outputs-${randomUUID()}/html`, Buffer.from('late'));
      return undefined;
    },
  },
  orphanUpload: {
    what: 'a file was sent for an upload that does not exist any more',
    noticedBy: ['I23'],
    damage: async ({ bucket }) => {
      await bucket.put(`accounts/${randomUUID()}/uploads/${randomUUID()}/source.pdf`, Buffer.from('%PDF-'));
      return undefined;
    },
  },
  leftScratch: {
    what: 'the scratch directory of a dead worker is left',
    noticedBy: ['I23'],
    damage: async ({ workDir }) => {
      const dead = join(workDir, '4194303-1');
      mkdirSync(dead);
      return () => rmSync(dead, { recursive: true });
    },
  },
  leakedSecret: {
    what: 'a token is in a log',
    noticedBy: ['I19'],
    damage: async ({ journal }) => {
      // A word that is in every log line.
      journal.secrets.add('"level"');
      return undefined;
    },
  },
  slowEnd: observedBreach('I13'),
  lateDelete: observedBreach('I14'),
  revokedAccepted: observedBreach('I16'),
  wrongStatus: observedBreach('I20'),
  droppedAnswer: observedBreach('I21'),
  versionClash: observedBreach('I22'),
  growingMemory: observedBreach('I24'),
  deletedByOwnClock: observedBreach('I27'),
  stoppedByOne: observedBreach('I28'),
  unboundedStatement: observedBreach('I29'),
  waitedForAnother: observedBreach('I30'),
  captiveParent: observedBreach('I31'),
  unaudited: observedBreach('I32'),
} satisfies Record<string, Corruption>;
