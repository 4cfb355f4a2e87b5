/** The engine processes of a run, found in /proc by the scratch space they were given. */
import { readdirSync, readFileSync } from 'node:fs';
import { startTicksOf } from '../services/processes.ts';

export type EngineProcess = {
  readonly pid: number;
  readonly program: string;
  /** The API or worker process whose scratch space it works in, as `pid-start`. */
  readonly owner: string;
  readonly isOrphan: boolean;
};

/** The name a process gives its scratch directory. */
export function identityOf(pid: number): string | null {
  const ticks = startTicksOf(pid);
  return ticks === null ? null : `${pid}-${ticks}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const pids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A sandbox has its directories on its command line; the JVM inside has them in its mounts. */
function ownerOf(pid: number, program: string, workDir: string): string | null {
  const place = program === 'java' ? read(`/proc/${pid}/mountinfo`) : read(`/proc/${pid}/cmdline`);
  const at = place.indexOf(`${workDir}/`);
  if (at < 0) return null;
  return /^\d+-\d+/.exec(place.slice(at + workDir.length + 1))?.[0] ?? null;
}

export function engineProcesses(workDir: string): EngineProcess[] {
  return pids().flatMap((pid) => {
    const program = read(`/proc/${pid}/comm`).trim();
    // A zombie has no command line and no mounts.
    if (!['java', 'bwrap', 'setpriv', 'prlimit'].includes(program) || startTicksOf(pid) === null) return [];
    const owner = ownerOf(pid, program, workDir);
    if (owner === null) return [];
    const isOrphan = identityOf(Number(owner.split('-')[0])) !== owner;
    return [{ pid, program, owner, isOrphan }];
  });
}
