/** The same document again and again, on several workers that convert other documents as well: are all outputs equal? */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import { makeManual } from '@octavo/testkit/documents/manual.ts';
import { formats } from '../../server/src/domain/formats.ts';
import { fixturePath } from '../../server/test/fixtures/golden.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { type JobClient, openJobClient } from '../load/job-client.ts';
import { type KeyHolder, openKeys, openStack, startReady } from '../stack.ts';

const repeats = 15;
const workers = 2;
/** Other jobs at a time, of pages in another number each. */
const othersAtOnce = 4;
const otherPagesMax = 8;

type Source = { readonly name: string; readonly file: Buffer };

const fixtures: Readonly<Record<Size, readonly string[]>> = {
  smoke: ['tables'],
  standard: ['tables', 'images', 'non-latin', 'links'],
  full: ['tables', 'images', 'non-latin', 'links', 'form', 'tagged', 'columns', 'headings', 'rotated'],
};
const manualPages: Readonly<Record<Size, number>> = { smoke: 5, standard: 40, full: 400 };

async function sourcesOf(size: Size): Promise<readonly Source[]> {
  const fromFixtures = fixtures[size].map(async (name) => ({
    name: `${name}.pdf`,
    file: await readFile(fixturePath(name)),
  }));
  const manual = { name: `manual of ${manualPages[size]} pages`, file: makeManual(manualPages[size]) };
  return [...(await Promise.all(fromFixtures)), manual];
}

/** Jobs of another account until `stop` is called; each ends with the next beginning. */
function keepBusy(client: JobClient) {
  let isOver = false;
  let count = 0;
  const lane = async () => {
    while (!isOver) {
      count += 1;
      const file = makeManual(1 + (count % otherPagesMax));
      await client.done(await client.submit({ file, fileName: 'other.pdf', options: { format: ['json'] } }));
    }
  };
  const lanes = Promise.all(Array.from({ length: othersAtOnce }, lane));
  return {
    stop: async () => {
      isOver = true;
      await lanes;
      return count;
    },
  };
}

/** The hashes of all outputs of a job, by format. */
async function outputsOf(node: string, { key }: KeyHolder, id: string): Promise<readonly string[]> {
  return Promise.all(
    formats.map(async (format) => {
      const { status, bytes } = await sendRequest(node, `/jobs/${id}/download/${format}`, {
        caller: { key },
      });
      if (status !== 200) throw new Error(`${format} of job ${id}: ${status}`);
      return `${format} ${createHash('sha256').update(bytes).digest('hex')}`;
    }),
  );
}

async function convertAgain(node: string, caller: KeyHolder, client: JobClient, { name, file }: Source) {
  const upload = { file, fileName: 'document.pdf', options: { format: formats } };
  const jobs = Array.from({ length: repeats }, async () => {
    const reply = await submit(node, { key: caller.key }, upload);
    if (reply.status !== 201) throw new Error(`${name}: ${reply.status} ${reply.text}`);
    const { id } = jobOf(reply);
    await client.done(id);
    return outputsOf(node, caller, id);
  });
  const outputs = await Promise.all(jobs);
  return formats.map((_, index) => new Set(outputs.map((hashes) => hashes[index])).size);
}

async function run(context: Context): Promise<Measured> {
  const environment = await openStack(context, 'reproducibility');
  const api = await startReady(() => environment.fleet.startApi());
  for (let worker = 0; worker < workers; worker += 1)
    await startReady(() => environment.fleet.startWorker({ OCTAVO_ENGINE_SLOTS: '1' }));
  const [caller, other] = (await openKeys(environment, api, 2)) as [KeyHolder, KeyHolder];
  const [client, otherClient] = [await openJobClient(api.url, caller), await openJobClient(api.url, other)];
  context.atEnd(async () => {
    client.close();
    otherClient.close();
  });
  const others = keepBusy(otherClient);
  const rows: (readonly (string | number)[])[] = [];
  let different = 0;
  for (const source of await sourcesOf(context.size)) {
    const variants = await convertAgain(api.url, caller, client, source);
    different += variants.filter((count) => count > 1).length;
    rows.push([
      source.name,
      ...variants.map((count) => (count === 1 ? `${repeats} of ${repeats} equal` : `${count} variants`)),
    ]);
    context.say(`  ${source.name}: ${Math.max(...variants)} variants at most`);
  }
  const otherJobs = await others.stop();
  return {
    figures: [
      { what: 'outputs that are not equal in all conversions', unit: '', values: [different], atMost: 0 },
    ],
    tables: [{ title: `Each document converted ${repeats} times`, columns: ['document', ...formats], rows }],
    notes: [
      `${workers} workers with a slot each, ${repeats} conversions submitted at once, and ${otherJobs} jobs of another account beside them`,
      'All bytes of every downloaded output are compared by SHA-256',
    ],
  };
}

export const reproducibility: Bench = {
  name: 'reproducibility',
  about: 'the same document converted again and again, on several workers under load',
  rounds: { smoke: 1, standard: 1, full: 1 },
  minutes: { smoke: 1, standard: 1.5, full: 30 },
  run,
};
