/** Outages of each dependency: it is stopped, and every kind of request is made. */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mintToken } from '@octavo/testkit/accounts/mint-token.ts';
import { jobOf, type Reply, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { createKey } from '@octavo/testkit/load/create-key.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { killPostgres, startPostgres } from '@octavo/testkit/processes/crash-postgres.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { openStorageProxy, type StorageProxy } from '@octavo/testkit/proxies/storage-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { down, up } from '@octavo/testkit/services/manage.ts';

const kind = quickKinds[0] as (typeof quickKinds)[0];

type Stage = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly row: string;
};

function expectAnswer({ environment, row }: Stage, what: string, reply: Reply, status: number): void {
  observe(
    environment.journal,
    'I20',
    `${row} down: ${what} answered ${reply.status} ${reply.text.slice(0, 150)}, wanted ${status}`,
    reply.status === status,
  );
  if (status !== 503 || reply.status !== 503) return;
  const isWhole =
    reply.headers.has('retry-after') && (reply.json as { detail?: string })?.detail !== undefined;
  observe(environment.journal, 'I20', `${row} down: the 503 of ${what} has detail and Retry-After`, isWhole);
}

let submitted = 0;

async function post(stage: Stage, status: number, file = kind.file): Promise<string> {
  const { environment, node, account } = stage;
  submitted += 1;
  const tag = `outage-secretname-${submitted}.pdf`;
  const reply = await submit(node, account, { file, fileName: tag, options: { format: kind.formats } });
  expectAnswer(stage, 'POST /jobs', reply, status);
  if (reply.status !== 201) {
    environment.journal.refused.set(tag, reply.status);
    return '';
  }
  const { id } = jobOf(reply);
  accept(environment.journal, id, {
    tag,
    account: account.email,
    formats: kind.formats,
    document: 'outage',
  });
  return id;
}

const get = (stage: Stage, path: string) => sendRequest(stage.node, path, { caller: stage.account });

async function remove(stage: Stage, id: string, status: number): Promise<void> {
  const { environment, node, account } = stage;
  environment.journal.deletionAsked.add(id);
  const reply = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account });
  expectAnswer(stage, 'DELETE', reply, status);
  if (reply.status === 204) environment.journal.deleted.set(id, Date.now());
}

async function withoutWorkers(stage: Stage, done: string): Promise<void> {
  const id = await post(stage, 201);
  expectAnswer(stage, 'GET', await get(stage, `/jobs/${id}`), 200);
  expectAnswer(stage, 'download', await get(stage, `/jobs/${done}/download/markdown`), 200);
  await remove(stage, id, 204);
  expectAnswer(stage, '/health', await get(stage, '/health'), 200);
}

async function withoutStorage(stage: Stage, proxy: StorageProxy, done: string, spare: string): Promise<void> {
  const { environment } = stage;
  await proxy.misbehave({ isDown: true });
  await post(stage, 503);
  expectAnswer(stage, 'GET', await get(stage, `/jobs/${done}`), 200);
  expectAnswer(stage, 'download', await get(stage, `/jobs/${done}/download/markdown`), 503);
  await remove(stage, spare, 503);
  const { status } = await get(stage, `/jobs/${spare}`);
  observe(environment.journal, 'I14', `a job whose DELETE was answered 503 is ${status}`, status === 404);
  expectAnswer(stage, '/health', await get(stage, '/health'), 200);
  await remove(stage, spare, 503);
  // Half of the file arrives, then the connection ends: the caller must notice.
  await proxy.misbehave({ cuts: 1 });
  const cut = await get(stage, `/jobs/${done}/download/markdown`);
  observe(
    environment.journal,
    'I20',
    `a download that broke half-way ended with ${cut.status} and ${cut.text.length} characters`,
    cut.status === 0 || cut.status === 503,
  );
  await proxy.misbehave({});
  await remove(stage, spare, 204);
  observe(
    environment.journal,
    'I14',
    'the DELETE was answered 204 once the storage was back',
    environment.journal.deleted.has(spare),
  );
}

async function withoutDatabase(stage: Stage, done: string): Promise<void> {
  killPostgres(stage.environment.set);
  try {
    await post(stage, 503);
    for (const path of [
      `/jobs/${done}`,
      '/jobs',
      '/auth/me',
      '/api-keys',
      `/jobs/${done}/download/markdown`,
      '/health',
    ]) {
      expectAnswer(stage, `GET ${path.replace(done, '…')}`, await get(stage, path), 503);
    }
    const reply = await sendRequest(stage.node, `/jobs/${done}`, { method: 'DELETE', caller: stage.account });
    expectAnswer(stage, 'DELETE', reply, 503);
  } finally {
    await startPostgres(stage.environment.set);
  }
  await delay(1_000);
  expectAnswer({ ...stage, row: 'nothing' }, 'GET', await get(stage, `/jobs/${done}`), 200);
}

async function withoutProvider(stage: Stage, fresh: () => Promise<Member>, key: string): Promise<void> {
  const { environment, node } = stage;
  const { set } = environment;
  const mint = {
    keysPath: join(set.directory, 'oidc', 'keys.json'),
    issuer: environment.env['OCTAVO_OIDC_ISSUER'] ?? '',
    audience: set.audience,
  };
  const unknown = await mintToken(mint, { header: { kid: 'never-published' } });
  await down(set, ['oidc']);
  try {
    expectAnswer(stage, 'GET with a known key id', await get(stage, '/jobs'), 200);
    expectAnswer(stage, 'GET with an API key', await sendRequest(node, '/jobs', { caller: { key } }), 200);
    const id = await post(stage, 201);
    await remove(stage, id, 204);
    expectAnswer(stage, '/health', await get(stage, '/health'), 200);
    // A node that never saw the provider knows no key id at all.
    const late = await fresh();
    expectAnswer(
      stage,
      'GET with an unknown key id',
      await sendRequest(late.url, '/jobs', { caller: { session: unknown } }),
      503,
    );
    expectAnswer(
      stage,
      'GET with an API key on a new node',
      await sendRequest(late.url, '/jobs', { caller: { key } }),
      200,
    );
  } finally {
    await up(set, ['oidc']);
  }
}

async function prepare(stage: Stage): Promise<{ done: string; spare: string; key: string }> {
  const done = await post(stage, 201, makeDocument({ pages: 60, lines: 40 }));
  const spare = await post(stage, 201);
  for (const id of [done, spare]) await waitForDone(stage.node, stage.account, id, 120_000);
  const { raw: key } = await createKey(stage.environment, stage.node, stage.account, 'for the outage');
  return { done, spare, key };
}

async function run({ environment }: Context): Promise<Outcome> {
  const proxy = await openStorageProxy(
    environment.env['OCTAVO_S3_ENDPOINT'] ?? '',
    environment.random.fork('storage'),
  );
  const env = { OCTAVO_S3_ENDPOINT: proxy.url };
  const fresh = async () => {
    const api = await environment.fleet.startApi(env);
    await api.ready();
    return api;
  };
  try {
    const api = await fresh();
    const worker = await environment.fleet.startWorker(env);
    await worker.ready();
    const [account] = (await environment.openAccounts(api, 1, 'business')) as [Account];
    const stage = (row: string): Stage => ({ environment, node: api.url, account, row });
    const { done, spare, key } = await prepare(stage('nothing'));
    await worker.stop();
    await withoutWorkers(stage('all workers'), done);
    await withoutStorage(stage('storage'), proxy, done, spare);
    await withoutDatabase(stage('Postgres'), done);
    await withoutProvider(stage('identity provider'), fresh, key);
    const last = await environment.fleet.startWorker(env);
    await last.ready();
    await waitUntilQuiet(environment, 60_000);
    return { load: '4 dependencies × every kind of request', misses: [] };
  } finally {
    await proxy.close();
  }
}

export const outages: Scenario = {
  name: 'outages',
  about: 'the table of outages: workers, storage, database, identity provider',
  corruptions: [corruptions.lateDelete, corruptions.wrongStatus],
  run,
};
