/** The steps that make a one-disk Ceph and start its daemons; every tool runs as the account that owns the data. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cephConf, monAddress } from './ceph-conf.ts';
import { runCommand } from './command.ts';
import { type Account, dataDirectory, ownedDirectory, serviceAccount } from './data-directory.ts';
import { runningProcess, startProcess } from './processes.ts';
import { findBinary, requireFreePort } from './readiness.ts';
import { ServiceError, type ServiceSet } from './service-set.ts';

export type Ceph = {
  readonly set: ServiceSet;
  readonly directory: string;
  readonly account: Account | undefined;
};

export function openCeph(set: ServiceSet): Ceph {
  const account = serviceAccount();
  return { set, directory: ownedDirectory(join(dataDirectory(set, account), 's3'), account), account };
}

const confPath = (ceph: Ceph) => join(ceph.directory, 'ceph.conf');
const identityPath = (ceph: Ceph) => join(ceph.directory, 'identity.json');

/** What can never change once the cluster exists: the monitor's port is written into its map. */
type Identity = { readonly fsid: string; readonly monPort: number };

/** Written at each start, so that a changed S3 port takes effect. */
export function writeConf(ceph: Ceph): void {
  const { fsid, monPort } = JSON.parse(readFileSync(identityPath(ceph), 'utf8')) as Identity;
  const { ports, name } = ceph.set;
  if (monPort !== ports.s3Mon) {
    throw new ServiceError(
      `the S3 data of set "${name}" was made for monitor port ${monPort}, not ${ports.s3Mon}: ` +
        `set OCTAVO_S3_MON_PORT=${monPort}, or wipe the set`,
    );
  }
  const conf = cephConf({ directory: ceph.directory, fsid, monPort, s3Port: ports.s3 });
  writeFileSync(confPath(ceph), conf);
}

/** Begins from nothing: what an interrupted first start left behind was never handed out. */
export async function makeMonitor(ceph: Ceph): Promise<void> {
  const { directory, account, set } = ceph;
  rmSync(directory, { recursive: true, force: true });
  for (const part of ['', 'mon', 'osd', 'rgw', 'run']) ownedDirectory(join(directory, part), account);
  const identity: Identity = { fsid: randomUUID(), monPort: set.ports.s3Mon };
  writeFileSync(identityPath(ceph), JSON.stringify(identity));
  writeConf(ceph);
  const map = join(directory, 'monmap');
  const address = monAddress(identity.monPort);
  await run(ceph, 'monmaptool', [
    '--create',
    '--clobber',
    '--fsid',
    identity.fsid,
    '--addv',
    'a',
    address,
    map,
  ]);
  await run(ceph, 'ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map]);
}

export async function makeStore(ceph: Ceph): Promise<void> {
  const uuid = randomUUID();
  await run(ceph, 'ceph', ['--connect-timeout', '30', 'osd', 'new', uuid]);
  await run(ceph, 'ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', uuid]);
}

export async function createUser(ceph: Ceph, keys: { accessKeyId: string; secretAccessKey: string }) {
  const identity = ['--uid=octavo', '--display-name=octavo'];
  const secrets = [`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`];
  await run(ceph, 'radosgw-admin', ['-n', 'client.rgw', 'user', 'create', ...identity, ...secrets]);
}

export async function startDaemon(ceph: Ceph, name: string, args: readonly string[], port?: 's3' | 's3Mon') {
  if (runningProcess(ceph.set, name) !== null) return;
  if (port !== undefined) await requireFreePort(ceph.set, port);
  startProcess(ceph.set, name, {
    file: findBinary(name),
    args: ['-f', '--conf', confPath(ceph), ...args],
    port: port === undefined ? 0 : ceph.set.ports[port],
    account: ceph.account,
  });
}

function run(ceph: Ceph, tool: string, args: readonly string[]): Promise<string> {
  return runCommand(findBinary(tool), ['--conf', confPath(ceph), ...args], { account: ceph.account });
}
