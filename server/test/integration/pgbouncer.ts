/** PgBouncer in transaction mode in front of the test database, as Debian ships it, with none of its parameters relaxed. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../testkit/processes/free-port.ts';
import { serviceAccount } from '../../../testkit/services/data-directory.ts';
import { findBinary } from '../../../testkit/services/readiness.ts';
import { atEnd } from '../at-end.ts';

const readyWithinMs = 10_000;

function configuration(direct: URL, port: number): string {
  const { hostname, port: serverPort, username, password } = direct;
  return [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 20',
  ].join('\n');
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** The same database through the pooler. */
export async function poolerFor(directUrl: string): Promise<string> {
  const account = serviceAccount();
  const directory = mkdtempSync(join(tmpdir(), 'octavo-pooler-'));
  const file = join(directory, 'pgbouncer.ini');
  const port = await freePort();
  writeFileSync(file, configuration(new URL(directUrl), port));
  if (account) for (const path of [directory, file]) chownSync(path, account.uid, account.gid);
  const child = spawn(findBinary('pgbouncer'), ['-q', file], { ...account, cwd: '/', stdio: 'ignore' });
  atEnd(async () => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const pooled = new URL(directUrl);
  pooled.port = String(port);
  await untilReady(pooled.href);
  return pooled.href;
}
