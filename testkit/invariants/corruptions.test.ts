/** The invariants can fail: they find nothing in a healthy service, and exactly the damage of each corruption. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Bucket, makeBucket } from '../environment/bucket.ts';
import { databaseAt, dropDatabase } from '../environment/database.ts';
import { openTestEnvironment, type TestEnvironment } from '../environment/test-environment.ts';
import { quickKinds } from '../load/document-kinds.ts';
import { recordGolden, startProcesses } from '../load/start-processes.ts';
import type { Context } from '../runner/scenario.ts';
import { seededRandom } from '../seeded-random.ts';
import { environmentOf } from '../services/manage.ts';
import { serviceSet } from '../services/service-set.ts';
import { check, complaints, invariants } from './check.ts';
import { type Corruption, corruptions } from './corruptions.ts';
import { gatherEvidence, type Sources } from './evidence.ts';
import { type Journal, openJournal } from './journal.ts';

const set = serviceSet(inject('serviceSet'), process.env);
const services = environmentOf(set);
let environment: TestEnvironment;
let golden: Context['golden'];
let logs: ReturnType<Sources['logs']>;

beforeAll(async () => {
  environment = await openTestEnvironment({
    run: 'checker',
    random: seededRandom(1),
    set,
    leaseMs: 15_000,
    say: () => {},
  });
  const context: Context = { environment, size: 'short', isFull: false, golden: new Map() };
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 1 });
  await recordGolden(context, apis[0]?.url ?? '', accounts[0] as (typeof accounts)[0], quickKinds);
  golden = context.golden;
  logs = environment.fleet.members().map((member) => ({ name: member.name, text: member.log() }));
  // A database can be copied only while it has no connections.
  await Promise.all(environment.fleet.members().map((member) => member.stop()));
}, 120_000);

afterAll(() => environment?.end());

const copyOf = (journal: Journal): Journal => ({
  ...openJournal(),
  accepted: new Map(journal.accepted),
  secrets: new Set(journal.secrets),
});

/** Database, bucket and journal as they were, to be damaged. */
async function copy(): Promise<Sources & { remove(): Promise<void> }> {
  const name = `copy_${randomBytes(4).toString('hex')}`;
  const source = new URL(environment.db.url);
  const serverUrl = services['OCTAVO_DATABASE_URL'] ?? '';
  await databaseAt(serverUrl).rows(`create database ${name} template ${source.pathname.slice(1)}`);
  source.pathname = `/${name}`;
  const bucket: Bucket = await makeBucket(services, name.replaceAll('_', '-'));
  for (const { key } of await environment.bucket.versions())
    await bucket.put(key, await environment.bucket.read(key));
  return {
    db: databaseAt(source.href),
    bucket,
    workDir: environment.workDir,
    logs: () => logs,
    journal: copyOf(environment.journal),
    golden,
    remove: async () => {
      await bucket.remove();
      await dropDatabase(serverUrl, name);
    },
  };
}

describe('the checker', () => {
  it('finds nothing where nothing is wrong', async () => {
    const sources = await copy();
    const evidence = await gatherEvidence(sources);
    expect(complaints(check(evidence))).toEqual([]);
    expect(evidence.jobs).toHaveLength(quickKinds.length);
    await sources.remove();
  });

  it('has a corruption for every invariant', () => {
    expect(invariants.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, at) => `I${at + 1}`));
    const noticed = new Set(Object.values<Corruption>(corruptions).flatMap(({ noticedBy }) => noticedBy));
    expect(invariants.map(({ id }) => id).filter((id) => !noticed.has(id))).toEqual([]);
  });
});

describe.each(Object.entries<Corruption>(corruptions))('planted: %s', (_name, corruption) => {
  it(`(${corruption.what}) is noticed by ${corruption.noticedBy.join(' and ')} and by nothing else`, async () => {
    const sources = await copy();
    const repair = await corruption.damage(sources);
    try {
      const found = complaints(check(await gatherEvidence(sources)));
      const ids = [...new Set(found.map((complaint) => complaint.split(':')[0]))];
      expect({ ids, found }).toEqual({ ids: [...corruption.noticedBy], found });
    } finally {
      repair?.();
      await sources.remove();
    }
  });
});
