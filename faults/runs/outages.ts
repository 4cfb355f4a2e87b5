/** Stops each dependency in turn and sends every kind of request: the documented response must come back. */

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

type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly dependency: string;
};

function expectAnswer({ environment, dependency }: Setup, what: string, reply: Reply, status: number): void {
  observe(
    environment.journal,
    'I20',
    `${dependency} down: ${what} answered ${reply.status} ${reply.text.slice(0, 150)}, expected ${status}`,
    reply.status === status,
  );
  if (status !== 503 || reply.status !== 503) return;
  const isWhole =
    reply.headers.has('retry-after') && (reply.json as { detail?: string })?.detail !== undefined;
  observe(
    environment.journal,
    'I20',
    `${dependency} down: the 503 of ${what} has detail and Retry-After`,
    isWhole,
  );
}

let submitted = 0;

async function post(setup: Setup, status: number, file = kind.file): Promise<string> {
  const { environment, node, account } = setup;
  submitted += 1;
  const tag = `outage-secretname-${submitted}.pdf`;
  const reply = await submit(node, account, { file, fileName: tag, options: { format: kind.formats } });
  expectAnswer(setup, 'POST /jobs', reply, status);
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

const get = (setup: Setup, path: string) => sendRequest(setup.node, path, { caller: setup.account });

async function remove(setup: Setup, id: string, status: number): Promise<void> {
  const { environment, node, account } = setup;
  environment.journal.deletionAsked.add(id);
  const reply = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account });
  expectAnswer(setup, 'DELETE', reply, status);
  if (reply.status === 204) environment.journal.deleted.set(id, Date.now());
}

async function withoutWorkers(setup: Setup, done: string): Promise<void> {
  const id = await post(setup, 201);
  expectAnswer(setup, 'GET', await get(setup, `/jobs/${id}`), 200);
  expectAnswer(setup, 'download', await get(setup, `/jobs/${done}/download/markdown`), 200);
  await remove(setup, id, 204);
  expectAnswer(setup, '/health', await get(setup, '/health'), 200);
}

async function withoutStorage(setup: Setup, proxy: StorageProxy, done: string, spare: string): Promise<void> {
  const { environment } = setup;
  await proxy.misbehave({ isDown: true });
  await post(setup, 503);
  expectAnswer(setup, 'GET', await get(setup, `/jobs/${done}`), 200);
  expectAnswer(setup, 'download', await get(setup, `/jobs/${done}/download/markdown`), 503);
  await remove(setup, spare, 503);
  const { status } = await get(setup, `/jobs/${spare}`);
  observe(environment.journal, 'I14', `a job whose DELETE was answered 503 is ${status}`, status === 404);
  expectAnswer(setup, '/health', await get(setup, '/health'), 200);
  await remove(setup, spare, 503);
  // Half of the file arrives, then the connection ends: the client must see an error.
  await proxy.misbehave({ cuts: 1 });
  const cut = await get(setup, `/jobs/${done}/download/markdown`);
  observe(
    environment.journal,
    'I20',
    `an interrupted download ended with ${cut.status} and ${cut.text.length} characters`,
    cut.status === 0 || cut.status === 503,
  );
  await proxy.misbehave({});
  await remove(setup, spare, 204);
  observe(
    environment.journal,
    'I14',
    'the DELETE was answered 204 once the storage was available again',
    environment.journal.deleted.has(spare),
  );
}

async function withoutDatabase(setup: Setup, done: string): Promise<void> {
  killPostgres(setup.environment.set);
  try {
    await post(setup, 503);
    for (const path of [
      `/jobs/${done}`,
      '/jobs',
      '/auth/me',
      '/api-keys',
      `/jobs/${done}/download/markdown`,
      '/health',
    ]) {
      expectAnswer(setup, `GET ${path.replace(done, '…')}`, await get(setup, path), 503);
    }
    const reply = await sendRequest(setup.node, `/jobs/${done}`, { method: 'DELETE', caller: setup.account });
    expectAnswer(setup, 'DELETE', reply, 503);
  } finally {
    await startPostgres(setup.environment.set);
  }
  await delay(1_000);
  expectAnswer({ ...setup, dependency: 'no dependency' }, 'GET', await get(setup, `/jobs/${done}`), 200);
}

async function withoutProvider(setup: Setup, fresh: () => Promise<Member>, key: string): Promise<void> {
  const { environment, node } = setup;
  const { set } = environment;
  const mint = {
    keysPath: join(set.directory, 'oidc', 'keys.json'),
    issuer: environment.env['OCTAVO_OIDC_ISSUER'] ?? '',
    audience: set.audience,
  };
  const unknown = await mintToken(mint, { header: { kid: 'never-published' } });
  await down(set, ['oidc']);
  try {
    expectAnswer(setup, 'GET with a known key id', await get(setup, '/jobs'), 200);
    expectAnswer(setup, 'GET with an API key', await sendRequest(node, '/jobs', { caller: { key } }), 200);
    const id = await post(setup, 201);
    await remove(setup, id, 204);
    expectAnswer(setup, '/health', await get(setup, '/health'), 200);
    // A node that never reached the provider has no keys cached.
    const late = await fresh();
    expectAnswer(
      setup,
      'GET with an unknown key id',
      await sendRequest(late.url, '/jobs', { caller: { session: unknown } }),
      503,
    );
    expectAnswer(
      setup,
      'GET with an API key on a new node',
      await sendRequest(late.url, '/jobs', { caller: { key } }),
      200,
    );
  } finally {
    await up(set, ['oidc']);
  }
}

async function prepare(setup: Setup): Promise<{ done: string; spare: string; key: string }> {
  const done = await post(setup, 201, makeDocument({ pages: 60, lines: 40 }));
  const spare = await post(setup, 201);
  for (const id of [done, spare]) await waitForDone(setup.node, setup.account, id, 120_000);
  const { raw: key } = await createKey(setup.environment, setup.node, setup.account, 'for the outage');
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
    const setup = (dependency: string): Setup => ({ environment, node: api.url, account, dependency });
    const { done, spare, key } = await prepare(setup('nothing'));
    await worker.stop();
    await withoutWorkers(setup('all workers'), done);
    await withoutStorage(setup('storage'), proxy, done, spare);
    await withoutDatabase(setup('Postgres'), done);
    await withoutProvider(setup('identity provider'), fresh, key);
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
  about: 'outages of workers, storage, database and identity provider',
  observes: ['I14', 'I20'],
  corruptions: [corruptions.lateDelete, corruptions.wrongStatus],
  run,
};
