/** The whole service on this machine: its own service set, a migrated database, two API processes and two workers. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { environmentOf, status, up, wipe } from '../../scripts/services/manage.ts';
import type { ServiceSet } from '../../scripts/services/service-set.ts';
import type { Credentials, E2eContext } from '../context.ts';
import { type AccountOffice, accountOffice } from './account-office.ts';
import { type Child, type Environment, runToEnd, startChild, waitForHttp } from './child.ts';
import { hireCrew } from './crew.ts';
import { openDesk } from './desk.ts';
import { noteStack, removeLeftovers, stackServices } from './leftovers.ts';

export type Stack = { readonly context: E2eContext; stop(): Promise<void> };

const apiEntry = 'server/src/start/api.ts';
const migrateEntry = 'server/src/start/migrate.ts';

const webhookHost = '127.0.0.9';
/** Impatient, so that a test need not wait a day to see the end of a schedule. */
const webhooks = {
  OCTAVO_WEBHOOK_ALLOW_HTTP: 'true',
  OCTAVO_WEBHOOK_ALLOWED_NETWORKS: webhookHost,
  OCTAVO_WEBHOOK_TIMEOUT_MS: '2000',
  OCTAVO_WEBHOOK_BACKOFF_SECONDS: '1,1',
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
  // Beside the logs of the services: they go when the set is wiped, and stay with OCTAVO_KEEP_SERVICES.
  const logs = join(set.directory, 'log');
  for (const path of [temp, logs]) mkdirSync(path, { recursive: true, mode: 0o711 });
  // By another name than the internal one, so that a signed URL shows which of the two it was made for.
  const storage = `http://localhost:${set.ports.s3}`;
  const env: Environment = {
    ...services,
    ...webhooks,
    ...waits,
    OCTAVO_S3_PUBLIC_ENDPOINT: storage,
    TMPDIR: temp,
  };
  await runToEnd(migrateEntry, [], env);
  const apis = await Promise.all([1, 2].map((number) => startApi(`api-${number}`, env, logs, endings)));
  const crew = hireCrew(env, logs);
  endings.push(() => crew.resize(0));
  await crew.resize(2);
  const nodes = apis.map(({ url }) => url);
  const [baseUrl = ''] = nodes;
  const issuer = services['OCTAVO_OIDC_ISSUER'] ?? '';
  const office = accountOffice(baseUrl, issuer, env);
  const keysPath = join(set.directory, 'oidc', 'keys.json');
  const startNode = async (corsOrigins: readonly string[]) => {
    const own = { ...env, OCTAVO_CORS_ORIGINS: corsOrigins.join(',') };
    const { url, child } = await startApi('api-extra', own, logs, endings);
    return { url, pid: child.pid };
  };
  const mint = { keysPath, issuer, audience: set.audience };
  const desk = await openDesk({ office, crew, mint, startNode });
  endings.push(() => desk.close());
  return {
    baseUrl,
    credentials: { ...(await openAccounts(office)), nodes, desk: desk.url, storage },
    stack: {
      apiPids: apis.map(({ child }) => child.pid),
      tempDirectory: temp,
      databaseUrl: services['OCTAVO_DATABASE_URL'] ?? '',
      webhookHost,
      bucket: bucketOf(services),
    },
  } satisfies E2eContext;
}

type Api = { readonly child: Child; readonly url: string };

async function startApi(
  name: string,
  env: Environment,
  logs: string,
  endings: (() => Promise<void>)[],
): Promise<Api> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startChild(
    name,
    apiEntry,
    { ...env, OCTAVO_HTTP_PORT: String(port), OCTAVO_PUBLIC_URL: url },
    logs,
  );
  endings.push(() => child.stop());
  await waitForHttp(child, `${url}/health`);
  return { child, url };
}

async function openAccounts(office: AccountOffice): Promise<Credentials> {
  return {
    free: await office.open('free'),
    pro: await office.open('pro'),
    business: await office.open('business'),
    other: await office.open('pro'),
  };
}

const bucketOf = (services: Readonly<Record<string, string>>) => ({
  endpoint: services['OCTAVO_S3_ENDPOINT'] ?? '',
  region: services['OCTAVO_S3_REGION'] ?? '',
  name: services['OCTAVO_S3_BUCKET'] ?? '',
  accessKeyId: services['OCTAVO_S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: services['OCTAVO_S3_SECRET_ACCESS_KEY'] ?? '',
});
