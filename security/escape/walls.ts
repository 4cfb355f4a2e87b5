/** Looks at an engine's process from outside: what it was given, what it can see, which network it is in. */
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import type { Canaries } from '../canaries.ts';

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function networkOf(pid: number | 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return 'unknown';
  }
}

/** Holes in the walls of one process; none for a process that is gone. */
export function holesAround(pid: number, { secret, file }: Pick<Canaries, 'secret' | 'file'>): string[] {
  if (!existsSync(`/proc/${pid}/root`)) return [];
  const status = read(`/proc/${pid}/status`);
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  const isOpen = (path: string) => existsSync(`/proc/${pid}/root${path}`);
  return [
    ...(read(`/proc/${pid}/environ`).includes(secret) ? ['the secret stands in its environment'] : []),
    ...(read(`/proc/${pid}/cmdline`).includes(secret) ? ['the secret stands on its command line'] : []),
    ...(isOpen(file) ? ['it can see the file of the secret'] : []),
    ...(isOpen('/etc/passwd') ? ['it can see /etc/passwd'] : []),
    ...(networkOf(pid) === networkOf('self') ? ['it is in the network of this machine'] : []),
    ...(uid === '0' ? ['it is root'] : []),
    ...(/^CapEff:\s+0+$/m.test(status) ? [] : ['it has capabilities']),
    ...(/^NoNewPrivs:\s+1$/m.test(status) ? [] : ['it may gain privileges']),
  ];
}
