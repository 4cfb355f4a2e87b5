/** Chooses where database files are stored, and the unprivileged account that owns them when we are root. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError, type ServiceSet } from './service-set.ts';

export type Account = { readonly uid: number; readonly gid: number };

/** Longest directory whose unix sockets (`<directory>/s3/run/client.rgw.asok`) still fit the kernel's 107 bytes. */
const directoryBytesMax = 70;

export function findAccount(passwd: string, names: readonly string[]): Account | undefined {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const line = lines.find(([login]) => login === name);
    if (line !== undefined) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  return undefined;
}

/** PostgreSQL refuses to run as root, so root runs it as an unprivileged account. */
export function serviceAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = findAccount(readFileSync('/etc/passwd', 'utf8'), ['postgres', 'nobody']);
  if (account === undefined)
    throw new ServiceError('running as root needs an account "postgres" or "nobody"');
  return account;
}

const pointerPath = (set: ServiceSet) => join(set.directory, 'data-directory');

/** The directory in use, whether or not it is the usual one; `null` before the first start. */
export function knownDataDirectory(set: ServiceSet): string | null {
  const pointer = pointerPath(set);
  if (!existsSync(pointer)) return null;
  const directory = readFileSync(pointer, 'utf8').trim();
  return existsSync(directory) ? directory : null;
}

/**
 * The data directory, created on first use. The unprivileged account may be unable to enter the checkout (a home
 * directory), or so deep that unix sockets do not fit: then it is a fresh directory for temporary files.
 */
export function dataDirectory(set: ServiceSet, account: Account | undefined): string {
  const known = knownDataDirectory(set);
  if (known !== null) return known;
  mkdirSync(set.directory, { recursive: true });
  const usual = join(set.directory, 'data');
  const isUsable = Buffer.byteLength(usual) <= directoryBytesMax && mayEnter(set.directory, account);
  const directory = isUsable ? usual : mkdtempSync(join(tmpdir(), `octavo-${set.name}-`));
  mkdirSync(directory, { recursive: true });
  ownedBy(directory, account);
  writeFileSync(pointerPath(set), `${directory}\n`);
  return directory;
}

export function ownedDirectory(path: string, account: Account | undefined): string {
  mkdirSync(path, { recursive: true });
  ownedBy(path, account);
  return path;
}

export function removeData(set: ServiceSet): void {
  const known = knownDataDirectory(set);
  if (known !== null) rmSync(known, { recursive: true, force: true });
  rmSync(set.directory, { recursive: true, force: true });
}

function ownedBy(path: string, account: Account | undefined): void {
  chmodSync(path, 0o700);
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Tested rather than computed: modes, ACLs and mount options all matter. */
function mayEnter(directory: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  return spawnSync('test', ['-x', directory], { cwd: '/', ...account }).status === 0;
}
