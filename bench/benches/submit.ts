/** `POST /jobs` without any conversion, compared with a bare server that stores the file and sends the same statements. */
import { randomUUID } from 'node:crypto';
import { formOf } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { hashRawKey } from '../../server/src/domain/api-key.ts';
import { billingMonth } from '../../server/src/domain/usage.ts';
import { admitted, ampleLimits, sampleJob } from '../../server/test/contracts/samples.ts';
import { startBareServer } from '../bare/start.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { httpLoad } from '../load/http-load.ts';
import { cpuDuring, enginesOf, processTreeOf, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import { openRecordedStore, packStatements, type RecordedStore } from '../measure/statements.ts';
import { type KeyHolder, openKeys, openStack, startReady, stubbed } from '../stack.ts';

const seconds: Readonly<Record<Size, number>> = { smoke: 5, standard: 6, full: 15 };
const connections = 8;

/** What the service asks the database for one submit, from the first look at the account to the commit. */
async function recordedSubmit({ store, during }: RecordedStore, { key, accountId }: KeyHolder) {
  const createdAt = new Date();
  const fresh = () => sampleJob(accountId, { createdAt, id: randomUUID(), pages: 1, documentPages: 1 });
  // The queue prepares itself with the first one.
  await admitted(store, fresh(), ampleLimits);
  const job = fresh();
  const submit = await during(async () => {
    await store.jobs.activeCount(accountId);
    await store.accounts.monthUsage(accountId, billingMonth(createdAt));
    await admitted(store, job, { ...ampleLimits, activeJobsMax: 10_000_000, pagesPerMonth: 1_000_000_000 });
  });
  return {
    statements: submit.length,
    env: {
      BENCH_JOB_ID: job.id,
      BENCH_ACCOUNT_ID: accountId,
      BENCH_AUTHENTICATE: packStatements(await during(() => store.apiKeys.findActive(hashRawKey(key)))),
      BENCH_SUBMIT: packStatements(submit),
    },
  };
}

async function startBare(context: Context, environment: TestEnvironment, caller: KeyHolder) {
  const recorded = openRecordedStore(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  context.atEnd(() => recorded.store.close());
  const { statements, env } = await recordedSubmit(recorded, caller);
  const bare = await startBareServer(environment, env);
  const prepared = await startBareServer(environment, { ...env, BENCH_PREPARED: 'true' });
  return { bare, prepared, statements };
}

function requestsOf(callers: readonly KeyHolder[]) {
  const upload = { file: makeDocument(), fileName: 'bench.pdf', options: { format: ['markdown'] } };
  const { contentType, chunks } = formOf(upload);
  const body = Buffer.concat(chunks).toString('base64');
  return callers.map(({ key }) => ({
    method: 'POST' as const,
    path: '/jobs',
    headers: { 'x-api-key': key, 'content-type': contentType },
    body,
  }));
}

async function run(context: Context): Promise<Measured> {
  const { set, size } = context;
  const environment = await openStack(context, 'submit');
  const api = await startReady(() => environment.fleet.startApi());
  const stub = await startReady(() => environment.fleet.startApi(stubbed(['engine'])));
  const callers = await openKeys(environment, api, connections);
  const { bare, prepared, statements } = await startBare(context, environment, callers[0] as KeyHolder);
  const requests = requestsOf(callers);
  const loadOn = (url: string) => httpLoad({ url, connections, seconds: seconds[size], requests });
  for (const { url } of [api, stub, bare, prepared]) await loadOn(url);
  const trees = {
    api: withoutEngines(api.pid),
    preflight: enginesOf(api.pid),
    database: processTreeOf(set, 'postgres'),
    storage: processTreeOf(set, 's3'),
  };
  const spent: Record<keyof typeof trees, number>[] = [];
  const whole = async () => {
    let load = { perSecond: 0, count: 1 };
    const used = await cpuDuring(trees, async () => {
      load = await loadOn(api.url);
    });
    const each = Object.entries(used).map(([name, ms]) => [name, ms / load.count]);
    spent.push(Object.fromEntries(each) as Record<keyof typeof trees, number>);
    return load.perSecond;
  };
  const perSecond = (url: string) => async () => (await loadOn(url)).perSecond;
  const measured = await interleave(context, {
    whole,
    stubbed: perSecond(stub.url),
    bare: perSecond(bare.url),
    prepared: perSecond(prepared.url),
  });
  const comparedWith = (what: string, ours: readonly number[]) => ({
    what,
    unit: 'submits/s',
    better: 'higher' as const,
    bare: 'bare multipart to S3, same SQL',
    rounds: sideBySide(ours, measured.bare),
  });
  const cost = (name: keyof typeof trees) => median(spent.map((one) => one[name]));
  return {
    comparisons: [
      {
        ...comparedWith('submitting a job, preflight answered by a stub', measured.stubbed),
        ours: 'POST /jobs, stub engine',
        aim: { kind: 'ratio', atLeast: 0.7 },
        limit: `a whole submit costs ${cost('api').toFixed(1)} ms of CPU in the API, ${cost('database').toFixed(1)} in Postgres and ${cost('storage').toFixed(1)} in the storage, which the bare one pays as well`,
      },
      {
        ...comparedWith(
          'submitting a job, compared with statements prepared there as well',
          measured.stubbed,
        ),
        ours: 'POST /jobs, stub engine',
        bare: 'bare multipart to S3, same SQL, prepared',
        rounds: sideBySide(measured.stubbed, measured.prepared),
      },
      {
        ...comparedWith('submitting a job, document opened in the sandbox', measured.whole),
        ours: 'POST /jobs',
      },
    ],
    costs: {
      apiCpuMsPerSubmit: cost('api'),
      preflightCpuMsPerSubmit: cost('preflight'),
      databaseCpuMsPerSubmit: cost('database'),
      storageCpuMsPerSubmit: cost('storage'),
      statementsPerSubmit: statements + 1,
    },
    notes: [
      `no worker runs; one page of ${requests[0]?.body.length} bytes as a form, ${connections} accounts`,
    ],
  };
}

export const submit: Bench = {
  name: 'submit',
  about: 'POST /jobs without conversion compared with a bare multipart to S3 with the same SQL',
  rounds: { smoke: 2, standard: 7, full: 9 },
  minutes: { smoke: 1, standard: 2.5, full: 10 },
  run,
};
