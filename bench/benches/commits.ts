/** Concurrent commits that write events, announced to listeners, compared with the same commits without announcements. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openAnnouncer } from '../../server/src/postgres/announcer.ts';
import { openEventFeed } from '../../server/src/postgres/event-feed.ts';
import { openStore, type PostgresStore } from '../../server/src/postgres/store.ts';
import { admitted, sampleJob } from '../../server/test/contracts/samples.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { newAccounts } from '../load/tasks.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { openStack } from '../stack.ts';

const secondsOf: Readonly<Record<Size, number>> = { smoke: 1, standard: 3, full: 10 };
const committers = 32;
const limits = { activeJobsMax: 10_000_000, pagesPerMonth: 1_000_000_000, priority: 0 };

type Job = { readonly id: string; readonly accountId: string };

/** With the condition, the triggers leave the announcement to the process. */
function turns(isAnnouncedByProcess: boolean): readonly string[] {
  const condition = isAnnouncedByProcess
    ? `and set_config('octavo.process_announces', 'on', true) = 'on'`
    : '';
  return [
    `update jobs set status = 'processing', attempt = attempt + 1, claim_id = gen_random_uuid(),
       lease_until = now() + interval '1 hour' where id = $1 ${condition}`,
    `update jobs set status = 'pending', claim_id = null, lease_until = null where id = $1 ${condition}`,
  ];
}

type Load = {
  readonly url: string;
  readonly jobs: readonly Job[];
  readonly seconds: number;
  readonly statements: readonly string[];
  readonly onCommit?: (accountId: string) => void;
};

/** Commits per second, one connection for each job. */
async function commitsPerSecond({ url, jobs, seconds, statements, onCommit }: Load): Promise<number> {
  const clients = jobs.map(() => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1000;
  let commits = 0;
  const lane = async ({ id, accountId }: Job, client: pg.Client) => {
    while (performance.now() < endMs) {
      for (const [at, text] of statements.entries()) {
        await client.query({ name: `turn-${at}-${text.length}`, text, values: [id] });
        commits += 1;
        onCommit?.(accountId);
      }
    }
  };
  await Promise.all(jobs.map((job, at) => lane(job, clients[at] as pg.Client)));
  const rate = (commits * 1000) / (performance.now() - beganMs);
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

/** Two sessions that listen to events and do not read them. */
async function withListeners<T>(url: string, work: () => Promise<T>): Promise<T> {
  const listeners = [1, 2].map(() => new pg.Client({ connectionString: url }));
  for (const listener of listeners) {
    await listener.connect();
    await listener.query('listen octavo_event');
  }
  try {
    return await work();
  } finally {
    await Promise.all(listeners.map((listener) => listener.end()));
  }
}

/** An API process that follows every account, in this process. */
async function withFollower<T>(
  url: string,
  store: PostgresStore,
  jobs: readonly Job[],
  work: () => Promise<T>,
): Promise<T> {
  const feed = openEventFeed({ url, events: store.events, onError: () => {} });
  const ignore = () => {};
  const subscriber = {
    apiKeyId: null,
    onEvent: ignore,
    needs: 'events' as const,
    onGap: ignore,
    onEnded: ignore,
    onProgress: ignore,
    onRevoked: ignore,
  };
  const leave = jobs.map(({ accountId }) => feed.subscribe(accountId, { ...subscriber }));
  try {
    return await work();
  } finally {
    for (const unsubscribe of leave) unsubscribe();
    await feed.close();
  }
}

async function run(context: Context): Promise<Measured> {
  const environment = await openStack(context, 'commits');
  const url = environment.env['OCTAVO_DATABASE_URL'] ?? '';
  const settings = {
    url,
    poolMax: 4,
    statementTimeoutMs: 30_000,
    preparesStatements: true,
    applicationName: 'octavo-bench',
    onIdleError: () => {},
  };
  const store = openStore(settings);
  context.atEnd(() => store.close());
  const accounts = await newAccounts(store, committers);
  const jobs: Job[] = [];
  for (const accountId of accounts) {
    const id = await admitted(store, sampleJob(accountId, { id: randomUUID() }), limits);
    jobs.push({ id, accountId });
  }
  const seconds = secondsOf[context.size];
  const silent = { url, jobs, seconds, statements: turns(true) };
  const announcing = async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const announcer = openAnnouncer(pool, (error) => context.say(`  ${error.message}`));
    const rate = await commitsPerSecond({ ...silent, onCommit: announcer.jobQueued });
    await announcer.close();
    await pool.end();
    return rate;
  };
  const measured = await interleave(context, {
    silent: () => commitsPerSecond(silent),
    announced: () => withListeners(url, announcing),
    followed: () => withFollower(url, store, jobs, announcing),
    inTransaction: () =>
      withListeners(url, () => commitsPerSecond({ url, jobs, seconds, statements: turns(false) })),
  });
  const compared = (what: string, ours: string, values: readonly number[]) => ({
    what,
    unit: 'commits/s',
    better: 'higher' as const,
    ours,
    bare: 'no announcements',
    rounds: sideBySide(values, measured.silent),
  });
  return {
    comparisons: [
      {
        ...compared(
          `${committers} concurrent commits with events`,
          'announced every 10 to 100 ms',
          measured.announced,
        ),
        aim: { kind: 'ratio', atLeast: 0.8 },
      },
      compared('the same, all accounts followed by one API process', 'announced and read', measured.followed),
      compared(
        'the same, NOTIFY inside of the transactions',
        'as before decision 54',
        measured.inTransaction,
      ),
    ],
    notes: [
      `${committers} connections of one process, each with a job of its own account: a commit changes the status and writes the event and the counters`,
      'two sessions listen; where accounts are followed, the process that commits also reads every event',
    ],
  };
}

export const commits: Bench = {
  name: 'commits',
  about: 'concurrent commits with announced events compared with unannounced ones',
  rounds: { smoke: 1, standard: 7, full: 15 },
  minutes: { smoke: 1, standard: 2.5, full: 12 },
  run,
};
