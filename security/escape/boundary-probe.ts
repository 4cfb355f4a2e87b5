/** Probes the sandbox of an engine process from outside: its environment, its files, its network. */
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

/** Upper bound for the limit on threads and processes; without a limit, code inside the sandbox started more than this. */
const tasksMaxWanted = 400;

/** The lower of the two limits of threads and processes: of the process itself, and of its cgroup. */
function tasksMax(pid: number): number {
  const ofProcess = /^Max processes\s+(\d+)/m.exec(read(`/proc/${pid}/limits`))?.[1];
  const own = read(`/proc/${pid}/cgroup`);
  const v1 = /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m.exec(own)?.[1];
  const v2 = /^0::(.*)$/m.exec(own)?.[1] ?? '';
  const file = v1 === undefined ? `/sys/fs/cgroup${v2}/pids.max` : `/sys/fs/cgroup/pids${v1}/pids.max`;
  return Math.min(Number(ofProcess ?? Infinity), Number.parseInt(read(file), 10) || Infinity);
}

/** Gaps in the sandbox of one process; none for a process that is gone. */
export function findSandboxGaps(pid: number, { secret, file }: Pick<Canaries, 'secret' | 'file'>): string[] {
  if (!existsSync(`/proc/${pid}/root`)) return [];
  const status = read(`/proc/${pid}/status`);
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  const isOpen = (path: string) => existsSync(`/proc/${pid}/root${path}`);
  return [
    ...(read(`/proc/${pid}/environ`).includes(secret) ? ['the secret is in its environment'] : []),
    ...(read(`/proc/${pid}/cmdline`).includes(secret) ? ['the secret is on its command line'] : []),
    ...(isOpen(file) ? ['it can read the file with the secret'] : []),
    ...(isOpen('/etc/passwd') ? ['it can read /etc/passwd'] : []),
    ...(networkOf(pid) === networkOf('self') ? ['it shares the network of the host'] : []),
    ...(uid === '0' ? ['it is root'] : []),
    ...(/^CapEff:\s+0+$/m.test(status) ? [] : ['it has capabilities']),
    ...(/^NoNewPrivs:\s+1$/m.test(status) ? [] : ['it may gain privileges']),
    ...(/^Seccomp:\s+2$/m.test(status) ? [] : ['its system calls are not filtered']),
    ...(tasksMax(pid) <= tasksMaxWanted ? [] : ['it may start any number of processes']),
  ];
}
