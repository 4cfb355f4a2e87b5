/** The queries the service sends all day, on small and on very large tables: they must not get slower. */
import { randomUUID } from 'node:crypto';
import { dropDatabase, makeDatabase } from '@octavo/testkit/environment/database.ts';
import { environmentOf } from '@octavo/testkit/services/manage.ts';
import pg from 'pg';
import type { Claim } from '../../server/src/ports/store.ts';
import { migrate } from '../../server/src/postgres/migrate.ts';
import { openStore, type PostgresStore } from '../../server/src/postgres/store.ts';
import { ampleLimits, claimAgain, sampleJob, sampleKey } from '../../server/test/contracts/samples.ts';
import { hotSteps } from '../../server/test/growth/hot-steps.ts';
import type { Bench, Context, Measured, Size, Table } from '../bench.ts';
import { mustHaveRoom } from '../measure/disk.ts';
import { grow } from '../measure/growth.ts';
import { isTimeLeft } from '../measure/interleave.ts';
import { median, quantile } from '../measure/spread.ts';

const portions: Readonly<Record<Size, { readonly jobs: readonly number[]; readonly turns: number }>> = {
  smoke: { jobs: [500, 2_000], turns: 3 },
  standard: { jobs: [10_000, 1_000_000], turns: 100 },
  full: { jobs: [10_000, 1_000_000, 10_000_000], turns: 200 },
};
/** Of ten million, one account has a million and 100,000 are pending. */
const shares = { heavyEvery: 10, pendingEvery: 100 };
const growthMax = 1.5;
/** Smaller differences are noise of the machine. */
const noiseMs = 1;

/** Of tables, indexes, and the log the server keeps of both while they are made. */
const bytesPerJob = 2_500;
const bytesBeside = 3_000_000_000;

type Sent = { readonly sql: string; readonly ms: number };
type Sample = { readonly statement: string; readonly ms: number };

/** Begin and commit wait for nothing that grows. */
const isFrame = ({ sql }: Sent) => /^(begin|commit|rollback)/i.test(sql);

/** `update accounts`, `select jobs`: what is done, and to which table first. */
function shortForm(sql: string): string {
  const text = sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const verb = /\b(insert|update|delete|select)\b/i.exec(text)?.[1]?.toLowerCase() ?? 'ask';
  const table = /\b(?:into|update|from)\s+(?:queue\.)?([a-z_]+)/i.exec(text)?.[1] ?? '';
  return `${verb} ${table}`.trim();
}

function named(step: string, sent: readonly Sent[]): readonly Sample[] {
  if (sent.length === 1) return sent.map(({ ms }) => ({ statement: step, ms }));
  return sent.map(({ sql, ms }, at) => ({ statement: `${step}, ${at + 1}: ${shortForm(sql)}`, ms }));
}

type Grown = {
  readonly jobs: number;
  /** One pass over everything, with the time of every statement it sent. */
  turn(): Promise<readonly Sample[]>;
};

async function openGrown(context: Context, serverUrl: string, jobs: number): Promise<Grown> {
  const name = `bench_growth_${jobs}_${randomUUID().slice(0, 8)}`;
  const url = await makeDatabase(serverUrl, name);
  context.atEnd(() => dropDatabase(serverUrl, name));
  await migrate(url, { info: () => {}, warn: () => {}, error: () => {} });
  const sent: Sent[] = [];
  const store = openStore({
    url,
    poolMax: 2,
    statementTimeoutMs: 60_000,
    preparesStatements: true,
    applicationName: 'octavo-bench',
    onIdleError: () => {},
    onQuery: ({ sql, durationMs: ms }) => void sent.push({ sql, ms }),
  });
  context.atEnd(() => store.close());
  const identity = { issuer: 'bench', subject: 'heavy', email: '' };
  const heavyAccount = (await store.accounts.findOrCreate(identity, new Date())).id;
  const key = sampleKey(heavyAccount);
  await store.apiKeys.create(key, 1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await grow(client, { jobs, heavyAccount, ...shares }, context.say);
  const old = await client.query<{ id: string }>(
    'select id from jobs where account_id = $1 and random() < 2000.0 / $2 limit 1000',
    [heavyAccount, jobs / shares.heavyEvery],
  );
  await client.end();
  const oldIds = old.rows.map(({ id }) => id);
  const take = () => sent.splice(0);
  return { jobs, turn: () => passOver(store, { heavyAccount, keyHash: key.hash, oldIds }, take) };
}

type Known = { readonly heavyAccount: string; readonly keyHash: Buffer; readonly oldIds: readonly string[] };

async function passOver(store: PostgresStore, known: Known, take: () => Sent[]): Promise<readonly Sample[]> {
  const { heavyAccount, keyHash, oldIds } = known;
  const createdAt = new Date();
  const asked = sampleJob(heavyAccount, { createdAt, id: randomUUID() });
  const companion = sampleJob(heavyAccount, { createdAt, id: randomUUID() });
  const oldId = oldIds[Math.floor(Math.random() * oldIds.length)] ?? '';
  const taken: string[] = [];
  const claims: Claim[] = [];
  const claim = () => {
    const [made] = claims;
    if (!made) throw new Error('the job was not claimed');
    return made;
  };
  for (const job of [companion, asked]) await store.uploads.begin(job, 3_600_000);
  await store.jobs.admit(companion, ampleLimits);
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'admit a job': () => store.jobs.admit(asked, ampleLimits),
    'take a task': async () => taken.push(...(await store.tasks.take(1, 30_000)).map(({ jobId }) => jobId)),
    'end a task': async () => store.tasks.complete(taken[0] ?? ''),
    'claim a job': async () => claims.push(await claimAgain(store, asked.id)),
    'an old job by id': () => store.jobs.find(heavyAccount, oldId),
    ...hotSteps(store, { heavyAccount, keyHash, asked, claim, companion }),
    'begin a deletion': () => store.jobs.beginDelete(heavyAccount, asked.id, createdAt),
    'end a deletion': () => store.jobs.finishDelete(asked.id),
  };
  const samples: Sample[] = [];
  for (const [name, step] of Object.entries(steps)) {
    take();
    await step();
    samples.push(
      ...named(
        name,
        take().filter((one) => !isFrame(one)),
      ),
    );
  }
  await store.jobs.beginDelete(heavyAccount, companion.id, createdAt);
  await store.jobs.finishDelete(companion.id);
  return samples;
}

type Times = ReadonlyMap<string, number[]>;

function gather(samples: readonly Sample[], into: Map<string, number[]>): void {
  for (const { statement, ms } of samples) into.set(statement, [...(into.get(statement) ?? []), ms]);
}

const p99 = (times: Times, statement: string) => quantile(times.get(statement) ?? [0], 0.99);

function statementTable(
  grown: readonly Grown[],
  times: readonly Times[],
  statements: readonly string[],
): Table {
  const sizes = grown.map(({ jobs }) => `${jobs.toLocaleString('en')} jobs`);
  return {
    title: 'Milliseconds of each statement, median and p99',
    columns: ['statement', ...sizes.flatMap((size) => [`${size}, median`, 'p99']), 'p99, growth'],
    rows: statements.map((statement) => [
      statement,
      ...times.flatMap((one) => [median(one.get(statement) ?? [0]), p99(one, statement)]),
      p99(times.at(-1) as Times, statement) / p99(times[0] as Times, statement),
    ]),
  };
}

/** Compared per round, and the median counts: background writes of the disk disturb single rounds. */
function isSlower(rounds: readonly (readonly Times[])[], statement: string): boolean {
  const ends = rounds.map((times) => {
    const [smallest, largest] = [times[0] as Times, times.at(-1) as Times];
    return { before: p99(smallest, statement), after: p99(largest, statement) };
  });
  const factor = median(ends.map(({ before, after }) => after / before));
  return factor > growthMax && median(ends.map(({ before, after }) => after - before)) > noiseMs;
}

async function run(context: Context): Promise<Measured> {
  const { jobs, turns } = portions[context.size];
  const serverUrl = environmentOf(context.set)['OCTAVO_DATABASE_URL'] ?? '';
  await mustHaveRoom(
    context.set.directory,
    bytesBeside + bytesPerJob * jobs.reduce((sum, one) => sum + one, 0),
  );
  const grown: Grown[] = [];
  for (const count of jobs) grown.push(await openGrown(context, serverUrl, count));
  const all = grown.map(() => new Map<string, number[]>());
  const ofRounds: (readonly Times[])[] = [];
  const rounds: number[][] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    const beganMs = performance.now();
    const ofRound = grown.map(() => new Map<string, number[]>());
    // In turn with every pass, and one pass before that to fill the caches.
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const [at, database] of grown.entries()) {
        const samples = await database.turn();
        if (turn === 0) continue;
        gather(samples, ofRound[at] as Map<string, number[]>);
        gather(samples, all[at] as Map<string, number[]>);
      }
    }
    ofRounds.push(ofRound);
    rounds.push(ofRound.map((times) => [...times.keys()].reduce((sum, name) => sum + p99(times, name), 0)));
    context.say(
      `  round ${round + 1}/${context.rounds}: ${rounds
        .at(-1)
        ?.map((ms) => ms.toFixed(1))
        .join(', ')} ms`,
    );
    if (!isTimeLeft(context, beganMs)) break;
  }
  const statements = [...(all[0] as Times).keys()];
  const slower = statements.filter((statement) => isSlower(ofRounds, statement));
  return {
    comparisons: [
      {
        what: 'hot queries, p99 of all statements together',
        unit: 'ms',
        better: 'lower',
        ours: `${jobs.at(-1)?.toLocaleString('en')} jobs`,
        bare: `${jobs[0]?.toLocaleString('en')} jobs`,
        rounds: rounds.map((ms) => ({ ours: ms.at(-1) ?? 0, bare: ms[0] ?? 0 })),
        aim: { kind: 'factor', atMost: growthMax },
      },
    ],
    figures: [
      {
        what: `hot statements whose p99 is more than ${growthMax} times and ${noiseMs} ms above that of the smallest table, in the middle of the rounds`,
        unit: `of ${statements.length}`,
        values: [slower.length],
        atMost: 0,
        limit: slower.join('; '),
      },
    ],
    tables: [statementTable(grown, all, statements)],
    notes: [
      `one account holds a tenth of all jobs, a hundredth is pending with a task in the queue; ${turns * rounds.length} samples of each statement and size`,
      'times as the store sees them, driver included, from one connection; each pass also makes and deletes two jobs',
    ],
  };
}

export const hotQueries: Bench = {
  name: 'hot-queries',
  about: 'the statements of the service on small and on very large tables',
  rounds: { smoke: 1, standard: 3, full: 5 },
  minutes: { smoke: 2, standard: 4.5, full: 40 },
  run,
};
