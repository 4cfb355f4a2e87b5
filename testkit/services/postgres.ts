/** PostgreSQL of a set: made once, with a role and a database of its own, and reached over loopback by password. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from './command.ts';
import { type Account, dataDirectory, ownedDirectory, serviceAccount } from './data-directory.ts';
import { runningProcess, startProcess, startTicksOf, stopProcess } from './processes.ts';
import { findBinary, requireFreePort, waitUntilReady } from './readiness.ts';
import type { Service } from './service.ts';
import type { ServiceSet } from './service-set.ts';

const packagesRoot = '/usr/lib/postgresql';
const superuserPassword = 'postgres';
const role = { name: 'octavo', password: 'octavo', database: 'octavo' };

export const databaseUrl = (set: ServiceSet) =>
  `postgres://${role.name}:${role.password}@127.0.0.1:${set.ports.postgres}/${role.database}`;

export const postgres: Service = {
  name: 'postgres',
  processes: [{ name: 'postgres', port: 'postgres' }],
  async start(set) {
    const account = serviceAccount();
    const directory = ownedDirectory(join(dataDirectory(set, account), 'postgres'), account);
    const cluster = join(directory, 'cluster');
    const provisioned = join(directory, 'provisioned');
    if (runningProcess(set, 'postgres') === null) {
      await requireFreePort(set, 'postgres');
      await clearAbandonedLock(cluster);
      if (!existsSync(provisioned)) await initialise(directory, cluster, account);
      startProcess(set, 'postgres', {
        file: binary('postgres', cluster),
        args: ['-D', cluster, ...settings(set, directory)],
        port: set.ports.postgres,
        account,
      });
    }
    await waitUntilReady(set, { process: 'postgres', timeoutMs: 30_000, isReady: () => this.answers(set) });
    if (!existsSync(provisioned)) {
      await createDatabase(set);
      writeFileSync(provisioned, '');
    }
  },
  async answers(set) {
    const answer = runCommand(binary('pg_isready'), ['-q', ...address(set), '-t', '2']);
    return answer.then(
      () => true,
      () => false,
    );
  },
  async stop(set) {
    // SIGINT is the fast shutdown; SIGTERM would wait for every client to leave first.
    await stopProcess(set, 'postgres', { signal: 'SIGINT', timeoutMs: 15_000 });
  },
  describe: (set) => `postgres://127.0.0.1:${set.ports.postgres}/${role.database}`,
  environment: (set) => ({ OCTAVO_DATABASE_URL: databaseUrl(set) }),
};

function settings(set: ServiceSet, socketDirectory: string): string[] {
  const values = {
    port: set.ports.postgres,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketDirectory,
    max_connections: 200,
    shared_buffers: '256MB',
    track_io_timing: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    log_lock_waits: 'on',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * After a kill -9 the lock file names a dead server. PostgreSQL detects that itself, but not while the
 * dead one is still a zombie, which lasts until init collects it, and in a container without one for ever.
 */
async function clearAbandonedLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  const isZombie = () => existsSync(`/proc/${pid}`) && startTicksOf(pid) === null;
  const deadline = performance.now() + 5_000;
  while (isZombie() && performance.now() < deadline) await delay(50);
  if (isZombie()) rmSync(lock);
}

/** An interrupted first start leaves an incomplete, unused cluster, which is created again. */
async function initialise(directory: string, cluster: string, account: Account | undefined): Promise<void> {
  rmSync(cluster, { recursive: true, force: true });
  const passwordFile = join(directory, 'superuser-password');
  writeFileSync(passwordFile, superuserPassword);
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  try {
    await runCommand(binary('initdb'), ['-D', cluster, ...access, ...locale], { account });
  } finally {
    rmSync(passwordFile);
  }
}

/** The role may create databases, as tests do, but is not a superuser, as in production. */
async function createDatabase(set: ServiceSet): Promise<void> {
  const psql = (statement: string) =>
    runCommand(
      binary('psql'),
      [...address(set), '-U', 'postgres', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qXtAc', statement],
      { env: { PGPASSWORD: superuserPassword } },
    );
  if ((await psql(`select 1 from pg_roles where rolname = '${role.name}'`)) === '') {
    await psql(`create role ${role.name} login createdb password '${role.password}'`);
  }
  if ((await psql(`select 1 from pg_database where datname = '${role.database}'`)) === '') {
    await psql(`create database ${role.database} owner ${role.name}`);
  }
}

const address = (set: ServiceSet) => ['-h', '127.0.0.1', '-p', String(set.ports.postgres)];

/** Debian keeps each major version apart: a cluster is served by the version that made it, a new one by the newest. */
function binary(name: string, cluster?: string): string {
  const versionFile = cluster === undefined ? '' : join(cluster, 'PG_VERSION');
  const installed = existsSync(packagesRoot) ? readdirSync(packagesRoot) : [];
  const versions = existsSync(versionFile)
    ? [readFileSync(versionFile, 'utf8').trim()]
    : installed.sort((left, right) => Number(right) - Number(left));
  return findBinary(
    name,
    versions.map((version) => join(packagesRoot, version, 'bin')),
  );
}
