/** The whole service on this machine: its own service set, a migrated database, two API processes and two workers. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestAccounts, type TestAccounts } from '../accounts/test-accounts.ts';
import { type Fleet, type Member, openFleet, type ProcessEnv, repository } from '../processes/fleet.ts';
import { runEntryPoint } from '../processes/run-entry-point.ts';
import { environmentOf, status, up, wipe } from '../services/manage.ts';
import type { ServiceSet } from '../services/service-set.ts';
import type { Credentials, E2eContext } from './context.ts';
import { openControlServer } from './control-server.ts';
import { noteStack, removeLeftovers, stackServices } from './leftovers.ts';
import { startWorkers } from './workers.ts';

export type Stack = { readonly context: E2eContext; stop(): Promise<void> };

const migrateEntry = 'server/src/start/migrate.ts';

const webhookHost = '127.0.0.9';
/** Short, so that a test need not wait a day for the end of a retry schedule. */
const webhooks = {
  OCTAVO_WEBHOOK_ALLOW_HTTP: 'true',
  OCTAVO_WEBHOOK_ALLOWED_NETWORKS: webhookHost,
  OCTAVO_WEBHOOK_TIMEOUT_MS: '2000',
  OCTAVO_WEBHOOK_BACKOFF_SECONDS: '1,1',
};
const sourceUrls = {
  OCTAVO_SOURCE_URLS: 'true',
  OCTAVO_SOURCE_URL_ALLOW_HTTP: 'true',
  OCTAVO_SOURCE_URL_ALLOWED_NETWORKS: webhookHost,
  OCTAVO_SOURCE_URL_TIMEOUT_MS: '5000',
};
/** Long, because a busy machine must not turn 201 into 503. */
const waits = { OCTAVO_PREFLIGHT_WAIT_MS: '60000', OCTAVO_INSPECT_WAIT_MS: '60000' };

export async function startStack(): Promise<Stack> {
  await removeLeftovers();
  const set = stackServices();
  const { isUp } = await status(set);
  const keepsServices = isUp || Boolean(process.env['OCTAVO_KEEP_SERVICES']);
  await up(set);
  const scratch = mkdtempSync(join(tmpdir(), 'octavo-e2e-'));
  chmodSync(scratch, 0o711);
  if (!keepsServices) noteStack(set, scratch);
  const endings: (() => Promise<void>)[] = [
    async () => rmSync(scratch, { recursive: true, force: true }),
    async () => (keepsServices ? undefined : wipe(set)),
  ];
  const stop = async () => {
    const faults: unknown[] = [];
    for (const end of endings.toReversed()) await end().catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw new AggregateError(faults, `the stack did not end cleanly: ${faults}`);
  };
  try {
    return { context: await startProcesses(set, scratch, endings), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function startProcesses(set: ServiceSet, scratch: string, endings: (() => Promise<void>)[]) {
  const services = environmentOf(set);
  const temp = join(scratch, 'tmp');
  mkdirSync(temp, { recursive: true, mode: 0o711 });
  // Another name than the internal one, so that a signed URL shows which of the two it was made for.
  const storage = `http://localhost:${set.ports.s3}`;
  const env: ProcessEnv = {
    ...services,
    ...webhooks,
    ...waits,
    OCTAVO_S3_PUBLIC_ENDPOINT: storage,
    OCTAVO_DIRECT_UPLOADS: 'true',
    // Workers are started often, and each slot costs CPU time at the start. Two workers convert two jobs at a time.
    OCTAVO_ENGINE_SLOTS: '1',
    ...sourceUrls,
    TMPDIR: temp,
  };
  await runEntryPoint(migrateEntry, [], env);
  const fleet = openFleet(set, 'e2e', env, repository);
  const apis = await Promise.all([1, 2].map(() => startApi(fleet, endings)));
  const workers = startWorkers(fleet);
  endings.push(() => workers.resize(0));
  await workers.resize(2);
  const nodes = apis.map(({ url }) => url);
  const [baseUrl = ''] = nodes;
  const issuer = services['OCTAVO_OIDC_ISSUER'] ?? '';
  const testAccounts = openTestAccounts(baseUrl, issuer, env);
  const keysPath = join(set.directory, 'oidc', 'keys.json');
  const startNode = async (corsOrigins: readonly string[]) => {
    const { url, pid } = await startApi(fleet, endings, { OCTAVO_CORS_ORIGINS: corsOrigins.join(',') });
    return { url, pid };
  };
  const mint = { keysPath, issuer, audience: set.audience };
  const controlServer = await openControlServer({ testAccounts, workers, mint, startNode });
  endings.push(() => controlServer.close());
  return {
    baseUrl,
    credentials: { ...(await openAccounts(testAccounts)), nodes, controlServer: controlServer.url, storage },
    stack: {
      apiPids: apis.map(({ pid }) => pid),
      tempDirectory: temp,
      databaseUrl: services['OCTAVO_DATABASE_URL'] ?? '',
      webhookHost,
      services,
    },
  } satisfies E2eContext;
}

async function startApi(
  fleet: Fleet,
  endings: (() => Promise<void>)[],
  env: ProcessEnv = {},
): Promise<Member> {
  const api = await fleet.startApi(env);
  endings.push(async () => void (await api.stop()));
  await api.ready();
  return api;
}

async function openAccounts(testAccounts: TestAccounts): Promise<Credentials> {
  return {
    free: await testAccounts.open('free'),
    pro: await testAccounts.open('pro'),
    business: await testAccounts.open('business'),
    other: await testAccounts.open('pro'),
  };
}
