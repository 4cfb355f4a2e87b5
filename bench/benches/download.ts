/** A large output streamed through the API, compared with the same object read from the storage. */
import { createHash, randomBytes } from 'node:crypto';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { outputKey } from '../../server/src/domain/job.ts';
import { admitted, ampleLimits, sampleJob } from '../../server/test/contracts/samples.ts';
import { startBareServer } from '../bare/start.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { type BareStorage, openBareStorage } from '../load/storage.ts';
import { download as fetchWhole } from '../load/transfer.ts';
import { cpuDuring, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { seconds } from '../measure/seconds.ts';
import { median } from '../measure/spread.ts';
import { openRecordedStore } from '../measure/statements.ts';
import { openKeys, openStack, startReady, stubbed } from '../stack.ts';

const megabytes: Readonly<Record<Size, number>> = { smoke: 8, standard: 100, full: 100 };
/** A server runs for weeks: its first downloads are not what is measured. */
const warmingTurns = 3;

/** A job whose one output is this large; made in the records and in the storage, without a conversion. */
async function largeJob(
  context: Context,
  environment: TestEnvironment,
  storage: BareStorage,
  accountId: string,
) {
  const { store } = openRecordedStore(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  context.atEnd(() => store.close());
  const job = sampleJob(accountId, { createdAt: new Date() });
  const id = await admitted(store, job, ampleLimits);
  const claim = await store.jobs.claim(id, 60_000);
  if (claim === null) throw new Error('a fresh job could not be claimed');
  const content = randomBytes(megabytes[context.size] * 1_048_576);
  const objectKey = outputKey(job, claim, 'json');
  await storage.put(objectKey, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const outputs = [{ format: 'json' as const, objectKey, bytes: content.length, sha256 }];
  await store.jobs.complete(claim, { pageCount: 1, warnings: [], outputs }, new Date());
  return { id, objectKey, bytes: content.length };
}

async function run(context: Context): Promise<Measured> {
  const environment = await openStack(context, 'download');
  const api = await startReady(() => environment.fleet.startApi(stubbed(['engine'])));
  const [caller] = await openKeys(environment, api, 1);
  const bare = await startBareServer(environment);
  const storage = openBareStorage(context, environment);
  const { id, objectKey, bytes } = await largeJob(context, environment, storage, caller?.accountId ?? '');
  const size = bytes / 1_048_576;
  const whole = async (work: () => Promise<number>) => {
    const took = await seconds(async () => {
      const got = await work();
      if (got !== bytes) throw new Error(`${got} bytes came instead of ${bytes}`);
    });
    return size / took;
  };
  const cpu: number[] = [];
  const trees = { api: withoutEngines(api.pid) };
  const url = `${api.url}/jobs/${id}/download/json`;
  const contenders = {
    ours: () =>
      whole(async () => {
        let got = 0;
        const used = await cpuDuring(trees, async () => {
          got = await fetchWhole(url, { 'x-api-key': caller?.key ?? '' });
        });
        cpu.push(used.api / size);
        return got;
      }),
    server: () => whole(() => fetchWhole(`${bare.url}/objects/${objectKey}`)),
    storage: () => whole(() => storage.get(objectKey)),
  };
  for (let turn = 0; turn < warmingTurns; turn += 1) {
    for (const contender of Object.values(contenders)) await contender();
  }
  cpu.length = 0;
  const measured = await interleave(context, contenders);
  const comparedWith = (bareName: string, others: readonly number[]) => ({
    unit: 'MB/s',
    better: 'higher' as const,
    ours: 'GET /jobs/{id}/download/{fmt}',
    bare: bareName,
    rounds: sideBySide(measured.ours, others),
  });
  return {
    comparisons: [
      {
        ...comparedWith('bare S3 get', measured.storage),
        what: `download of ${size} MB`,
        aim: { kind: 'ratio', atLeast: 0.8 },
        limit: `${median(cpu).toFixed(1)} ms of CPU a MB in the API, on the cores the storage uses too`,
      },
      {
        ...comparedWith('bare Fastify, S3 to client', measured.server),
        what: `download of ${size} MB, compared with a server that only hands it on`,
      },
    ],
    costs: { apiCpuMsPerMegabyteDown: median(cpu) },
    notes: [
      'clients that use the signed URLs of a job read from the storage directly, which costs the API nothing',
    ],
  };
}

export const download: Bench = {
  name: 'download',
  about: 'a large output through the API compared with a bare S3 get',
  rounds: { smoke: 2, standard: 7, full: 11 },
  minutes: { smoke: 1, standard: 1.5, full: 5 },
  run,
};
