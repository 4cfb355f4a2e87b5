/** An asynchronous standby of the set's PostgreSQL, made with pg_basebackup, that can fall behind and be promoted. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseAt } from '../environment/database.ts';
import { openTcpProxy } from '../proxies/tcp-proxy.ts';
import { runCommand } from '../services/command.ts';
import { dataDirectory, ownedDirectory, serviceAccount } from '../services/data-directory.ts';
import { startProcess, stopProcess } from '../services/processes.ts';
import { findBinary } from '../services/readiness.ts';
import type { ServiceSet } from '../services/service-set.ts';
import { freePort } from './free-port.ts';

export type Standby = {
  readonly port: number;
  /** Resolves when everything that is committed on the primary is visible here. */
  catchUp(): Promise<void>;
  /** Stops replication: later commits of the primary do not arrive. */
  cutOff(): void;
  promote(): Promise<void>;
  remove(): Promise<void>;
};

const packagesRoot = '/usr/lib/postgresql';
const superuser = { name: 'postgres', password: 'postgres' };
const readyMs = 60_000;

/** For what only a superuser may do or see. */
export const superuserAt = (port: number, database = 'postgres') =>
  databaseAt(`postgres://${superuser.name}:${superuser.password}@127.0.0.1:${port}/${database}`);

function binary(name: string): string {
  const versions = readdirSync(packagesRoot).sort((left, right) => Number(right) - Number(left));
  return findBinary(
    name,
    versions.map((version) => join(packagesRoot, version, 'bin')),
  );
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + readyMs;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`the standby is not ${what} after ${readyMs} ms`);
    await delay(50);
  }
}

export async function startStandby(set: ServiceSet, number: number, primaryPort: number): Promise<Standby> {
  const account = serviceAccount();
  const name = `run-standby-${number}`;
  const directory = join(dataDirectory(set, account), name);
  rmSync(directory, { recursive: true, force: true });
  ownedDirectory(directory, account);
  const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', superuser.name];
  await runCommand(
    binary('pg_basebackup'),
    ['-D', directory, ...from, '-X', 'stream', '-c', 'fast', '--no-sync'],
    { account, env: { PGPASSWORD: superuser.password } },
  );
  writeFileSync(join(directory, 'standby.signal'), '');
  const wire = await openTcpProxy('127.0.0.1', primaryPort);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    // A standby refuses to start with fewer than the primary.
    max_connections: 200,
    timezone: 'UTC',
    primary_conninfo: `host=127.0.0.1 port=${wire.port} user=${superuser.name} password=${superuser.password}`,
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  startProcess(set, name, { file: binary('postgres'), args: ['-D', directory, ...options], port, account });
  const here = superuserAt(port);
  const primary = superuserAt(primaryPort);
  await until('ready', async () => (await here.rows('select 1')).length === 1);
  return {
    port,
    catchUp: async () => {
      const [head] = await primary.rows<{ at: string }>('select pg_current_wal_lsn()::text as at');
      await until('up to date', async () => {
        const [reached] = await here.rows<{ is: boolean }>(
          'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is',
          [head?.at],
        );
        return reached?.is === true;
      });
    },
    cutOff: () => wire.partition(),
    promote: async () => {
      await here.rows('select pg_promote(true, 30)');
    },
    remove: async () => {
      await stopProcess(set, name, { signal: 'SIGINT', timeoutMs: 15_000 });
      await wire.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
