/** Every route of the contract by three users on their own, each other's, absent and malformed ids: nothing leaks. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialHeaders } from '../../e2e/client/credentials.ts';
import { plants } from '../checker/plants.ts';
import type { Context, FaultRun, Outcome } from '../fault-run.ts';
import { ask, jobOf, type Reply, submit } from '../load/client.ts';
import { standUp, waitForDone } from '../load/crew.ts';
import { quickKinds } from '../load/documents.ts';
import { accept, observe } from '../load/journal.ts';
import { makeKey } from '../load/make-key.ts';
import { repository } from '../stack/fleet.ts';
import type { Account, Ground } from '../stack/ground.ts';

type Route = { readonly method: string; readonly path: string };
type Tenant = {
  readonly account: Account;
  readonly jobId: string;
  readonly keyId: string;
  readonly userId: string;
};

const kind = quickKinds[0] as (typeof quickKinds)[0];
const malformed = ['no-uuid', '00000000-0000-0000-0000-00000000000g', '%2e%2ex', "'; select 1", 'null'];

function routes(): readonly Route[] {
  const { paths } = JSON.parse(readFileSync(join(repository, 'server/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((name) => methods.includes(name))
      .map((name) => ({ method: name.toUpperCase(), path })),
  );
}

async function settle(ground: Ground, node: string, account: Account, number: number): Promise<Tenant> {
  const tag = `tenant-secretname-${number}.pdf`;
  const reply = await submit(node, account, {
    file: kind.file,
    fileName: tag,
    options: { format: ['markdown', 'text', 'json'] },
  });
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
  const { id: jobId } = jobOf(reply);
  accept(ground.journal, jobId, {
    tag,
    account: account.email,
    formats: [],
    document: 'tenant',
  });
  await waitForDone(node, account, jobId);
  const { id: keyId } = await makeKey(ground, node, account, 'own');
  const me = (await ask(node, '/auth/me', { caller: account })).json as { id: string };
  return { account, jobId, keyId, userId: me.id };
}

const fill = (path: string, jobId: string, keyId: string) =>
  path
    .replace('{fmt}', 'markdown')
    .replace('{key_id}', keyId)
    .replace(/\{[a-z_]*id\}/, jobId)
    .replace(/\{[a-z_]+\}/g, jobId);

/** A stream has no end of its own: what it says at first is its answer. */
const streamMs = 1_500;

async function listen(node: string, path: string, account: Account): Promise<Reply> {
  const stop = AbortSignal.timeout(streamMs);
  const response = await fetch(new URL(path, node), { headers: credentialHeaders(account), signal: stop });
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  } catch {
    // Ended by us.
  }
  return { status: response.status, headers: response.headers, text, json: undefined };
}

const call = (node: string, { method, path }: Route, account: Account, jobId: string, keyId: string) =>
  path.endsWith('/events')
    ? listen(node, fill(path, jobId, keyId), account)
    : ask(node, fill(path, jobId, keyId), {
        method,
        caller: account,
        timeoutMs: 8_000,
        ...(method === 'POST' || method === 'PATCH' || method === 'PUT'
          ? { headers: { 'content-type': 'application/json' }, body: '{}' }
          : {}),
      });

/** All of an answer that may differ between two refusals: its number, its date, how long it took. */
function shapeOf({ status, headers, text }: Reply): string {
  const differing = ['x-request-id', 'date', 'connection', 'keep-alive'];
  const kept = [...headers]
    .filter(([name]) => !differing.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [status, ...kept, text.replace(/"request_id":"[^"]+"/, '')].join('\n');
}

async function foreignEqualsAbsent(ground: Ground, node: string, route: Route, me: Tenant, other: Tenant) {
  const { journal } = ground;
  const foreign = await call(node, route, me.account, other.jobId, other.keyId);
  const absent = await call(node, route, me.account, randomUUID(), randomUUID());
  const name = `${route.method} ${route.path}`;
  observe(
    journal,
    'I15',
    `${name}: foreign answered ${foreign.status}`,
    foreign.status >= 400 && foreign.status < 500,
  );
  observe(
    journal,
    'I15',
    `${name}: foreign and absent differ:\n${shapeOf(foreign)}\n--\n${shapeOf(absent)}`,
    shapeOf(foreign) === shapeOf(absent),
  );
  for (const bad of malformed) {
    const reply = await call(node, route, me.account, bad, bad);
    observe(
      journal,
      'I15',
      `${name} of ${bad} answered ${reply.status}`,
      reply.status === 404 || reply.status === 400,
    );
  }
}

/** Nothing of another tenant stands in any answer: neither ids nor addresses. */
async function noTraceOf(ground: Ground, node: string, route: Route, me: Tenant, others: readonly Tenant[]) {
  const reply = await call(node, route, me.account, me.jobId, me.keyId);
  const traces = others.flatMap(({ jobId, keyId, userId, account }) => [jobId, keyId, userId, account.email]);
  const found = traces.filter((trace) => `${shapeOf(reply)}${reply.text}`.includes(trace));
  observe(ground.journal, 'I15', `${route.method} ${route.path} shows ${found.join()}`, found.length === 0);
}

async function untouched(ground: Ground, node: string, tenant: Tenant) {
  const job = await ask(node, `/jobs/${tenant.jobId}`, { caller: tenant.account });
  const keys = await ask(node, '/api-keys', { caller: tenant.account });
  const list = (await ask(node, '/jobs', { caller: tenant.account })).json as { total: number };
  const isActive = keys.text.includes(tenant.keyId) && !keys.text.includes('"is_active":false');
  observe(
    ground.journal,
    'I15',
    'a job was changed by others',
    job.status === 200 && jobOf(job).status === 'done',
  );
  observe(ground.journal, 'I15', 'a key was changed by others', isActive);
  observe(ground.journal, 'I15', `the list has ${list.total} jobs`, list.total === 1);
}

async function run(context: Context): Promise<Outcome> {
  const { ground } = context;
  const { apis, accounts } = await standUp(context, { apis: 1, workers: 1, accounts: 3 });
  const node = apis[0]?.url ?? '';
  const tenants: Tenant[] = [];
  for (const [number, account] of accounts.entries())
    tenants.push(await settle(ground, node, account, number));
  const all = routes();
  const withId = all.filter(({ path }) => path.includes('{'));
  const reading = all.filter(({ method }) => method === 'GET' || method === 'HEAD');
  for (const me of tenants) {
    const others = tenants.filter((tenant) => tenant !== me);
    for (const route of withId) {
      for (const other of others) await foreignEqualsAbsent(ground, node, route, me, other);
    }
    for (const route of reading) await noTraceOf(ground, node, route, me, others);
  }
  for (const tenant of tenants) await untouched(ground, node, tenant);
  return { load: `3 users × ${all.length} routes × 4 kinds of id`, misses: [] };
}

export const tenantMatrix: FaultRun = {
  name: 'tenant-matrix',
  about: 'every route with own, foreign, absent and malformed ids',
  sabotage: [plants.foreignOutput],
  run,
};
