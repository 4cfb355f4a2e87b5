/** A large upload, from the first byte to the 201, compared with the same bytes streamed into the storage. */
import { randomUUID } from 'node:crypto';
import { formOf } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { startBareServer } from '../bare/start.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { openBareStorage } from '../load/storage.ts';
import { upload as send } from '../load/transfer.ts';
import { cpuDuring, processTreeOf, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { seconds } from '../measure/seconds.ts';
import { median } from '../measure/spread.ts';
import { openKeys, openStack, startReady } from '../stack.ts';

const megabytes: Readonly<Record<Size, number>> = { smoke: 8, standard: 100, full: 100 };

async function run(context: Context): Promise<Measured> {
  const environment = await openStack(context, 'upload');
  const api = await startReady(() => environment.fleet.startApi());
  const [caller] = await openKeys(environment, api, 1);
  const bare = await startBareServer(environment);
  const storage = openBareStorage(context, environment);
  const size = megabytes[context.size];
  const file = makeDocument({ bytes: size * 1_048_576 });
  const { contentType, chunks } = formOf({ file, fileName: 'large.pdf', options: { format: ['text'] } });
  const headers = { 'x-api-key': caller?.key ?? '', 'content-type': contentType };
  const rate = async (work: () => Promise<unknown>) => size / (await seconds(work));
  const cpu: number[] = [];
  const trees = { api: withoutEngines(api.pid), storage: processTreeOf(context.set, 's3') };
  const contenders = {
    ours: () =>
      rate(async () => {
        const used = await cpuDuring(trees, () => send(`${api.url}/jobs`, headers, chunks));
        cpu.push(used.api / size);
      }),
    server: () =>
      rate(() => send(`${bare.url}/upload`, { ...headers, 'x-file-bytes': String(file.length) }, chunks)),
    storage: () => rate(() => storage.put(`bare/${randomUUID()}.pdf`, file)),
  };
  await contenders.ours();
  await contenders.server();
  cpu.length = 0;
  const measured = await interleave(context, contenders);
  const comparedWith = (bareName: string, others: readonly number[]) => ({
    unit: 'MB/s',
    better: 'higher' as const,
    ours: 'POST /jobs',
    bare: bareName,
    rounds: sideBySide(measured.ours, others),
  });
  return {
    comparisons: [
      {
        what: `upload of ${size} MB`,
        ...comparedWith('bare stream to S3', measured.storage),
        aim: { kind: 'ratio', atLeast: 0.6 },
        limit: `the bytes go to a spool before they are opened in the sandbox and stored; ${median(cpu).toFixed(1)} ms of CPU a MB in the API`,
      },
      {
        what: `upload of ${size} MB, compared with a server that only hands it on`,
        ...comparedWith('bare Fastify, multipart to S3', measured.server),
      },
    ],
    costs: { apiCpuMsPerMegabyteUp: median(cpu) },
    notes: [
      'ours receives the whole file, then opens it in the sandbox and stores it at the same time, then commits',
    ],
  };
}

export const upload: Bench = {
  name: 'upload',
  about: 'a large upload compared with a bare stream to S3',
  rounds: { smoke: 2, standard: 7, full: 11 },
  minutes: { smoke: 1, standard: 2, full: 6 },
  run,
};
