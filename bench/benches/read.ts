/** `GET /jobs/{id}` compared with a bare Fastify that sends the same statements. */
import { randomUUID } from 'node:crypto';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { hashRawKey } from '../../server/src/domain/api-key.ts';
import { admitted, ampleLimits, sampleJob, sampleOutput } from '../../server/test/contracts/samples.ts';
import { startBareServer } from '../bare/start.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { httpLoad } from '../load/http-load.ts';
import { cpuMsOf, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import { openRecordedStore, packStatements, type RecordedStore } from '../measure/statements.ts';
import { type KeyHolder, openKeys, openStack, startReady, stubbed } from '../stack.ts';

const portions: Readonly<Record<Size, { readonly jobs: number; readonly seconds: number }>> = {
  smoke: { jobs: 20, seconds: 4 },
  standard: { jobs: 500, seconds: 5 },
  full: { jobs: 2_000, seconds: 15 },
};
const connections = 16;

/** Jobs that are done, with two outputs: their answers carry signed URLs, which cost more than anything else in them. */
async function finishedJobs({ store }: RecordedStore, accountId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const job = sampleJob(accountId, { createdAt: new Date(), id: randomUUID() });
    const id = await admitted(store, job, ampleLimits);
    const claim = await store.jobs.claim(id, 30_000);
    if (claim === null) throw new Error('a fresh job could not be claimed');
    const markdown = sampleOutput(job, claim);
    const json = { ...markdown, format: 'json' as const, objectKey: `${markdown.objectKey}.json` };
    const result = { pageCount: 3, warnings: [], outputs: [markdown, json] };
    await store.jobs.complete(claim, result, new Date());
    ids.push(id);
  }
  return ids;
}

/** What the service asks the database for one read, in the form the bare server takes it. */
async function recordedRead({ store, during }: RecordedStore, { key, accountId }: KeyHolder, jobId: string) {
  return {
    BENCH_JOB_ID: jobId,
    BENCH_ACCOUNT_ID: accountId,
    BENCH_AUTHENTICATE: packStatements(await during(() => store.apiKeys.findActive(hashRawKey(key)))),
    BENCH_READ: packStatements(await during(() => store.jobs.find(accountId, jobId))),
  };
}

async function prepare(context: Context, environment: TestEnvironment, apiUrl: string, caller: KeyHolder) {
  const recorded = openRecordedStore(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  context.atEnd(() => recorded.store.close());
  const jobs = await finishedJobs(recorded, caller.accountId, portions[context.size].jobs);
  const statements = await recordedRead(recorded, caller, jobs[0] ?? '');
  const bare = await startBareServer(environment, statements);
  const prepared = await startBareServer(environment, { ...statements, BENCH_PREPARED: 'true' });
  const requests = jobs.map((id) => ({
    method: 'GET' as const,
    path: `/jobs/${id}`,
    headers: { 'x-api-key': caller.key },
  }));
  const loadOn = (url: string, seconds: number) => httpLoad({ url, connections, seconds, requests });
  // All have compiled their code before anything is counted.
  for (const url of [apiUrl, bare.url, prepared.url])
    await loadOn(url, Math.min(3, portions[context.size].seconds));
  return { bare, prepared, loadOn };
}

type Contender = 'ours' | 'bare' | 'prepared';

async function run(context: Context): Promise<Measured> {
  const environment = await openStack(context, 'read');
  const api = await startReady(() => environment.fleet.startApi(stubbed(['engine'])));
  const [caller] = await openKeys(environment, api, 1);
  if (caller === undefined) throw new Error('no caller');
  const { bare, prepared, loadOn } = await prepare(context, environment, api.url, caller);
  const { seconds } = portions[context.size];
  const cpu: Record<Contender, number[]> = { ours: [], bare: [], prepared: [] };
  const latency: number[] = [];
  const turn =
    (who: Contender, { url, pid }: { url: string; pid: number }) =>
    async () => {
      const before = cpuMsOf(withoutEngines(pid));
      const { perSecond, count, p99Ms } = await loadOn(url, seconds);
      cpu[who].push((cpuMsOf(withoutEngines(pid)) - before) / count);
      if (who === 'ours') latency.push(p99Ms);
      return perSecond;
    };
  const measured = await interleave(context, {
    ours: turn('ours', api),
    bare: turn('bare', bare),
    prepared: turn('prepared', prepared),
  });
  const names = { ours: 'GET /jobs/{id}', bare: 'bare Fastify, same SQL' };
  return {
    comparisons: [
      {
        what: 'reading a job',
        unit: 'requests/s',
        better: 'higher',
        ...names,
        rounds: sideBySide(measured.ours, measured.bare),
        aim: { kind: 'ratio', atLeast: 0.7 },
        limit: `CPU of the process: ${median(cpu.ours).toFixed(2)} ms a request, the bare one ${median(cpu.bare).toFixed(2)} ms`,
      },
      {
        what: 'reading a job, compared with statements prepared there as well',
        unit: 'requests/s',
        better: 'higher',
        ours: names.ours,
        bare: 'bare Fastify, same SQL, prepared',
        rounds: sideBySide(measured.ours, measured.prepared),
      },
      {
        what: 'reading a job, CPU of the process',
        unit: 'ms/request',
        better: 'lower',
        ...names,
        rounds: sideBySide(cpu.ours, cpu.bare),
      },
    ],
    figures: [{ what: `reading a job, p99 with ${connections} connections`, unit: 'ms', values: latency }],
    costs: { apiCpuMsPerRead: median(cpu.ours) },
    notes: ['a done job with two outputs: ours signs two URLs, the bare one signs none and writes no log'],
  };
}

export const read: Bench = {
  name: 'read',
  about: 'GET /jobs/{id} compared with a bare Fastify with the same SQL',
  rounds: { smoke: 2, standard: 9, full: 11 },
  minutes: { smoke: 1, standard: 2, full: 8 },
  run,
};
