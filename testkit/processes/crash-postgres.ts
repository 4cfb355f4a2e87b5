/** Kills and restarts the database server of a service set. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { postgres } from '../services/postgres.ts';
import { runningProcess, signalProcess } from '../services/processes.ts';
import type { ServiceSet } from '../services/service-set.ts';

const triesMax = 20;

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** SIGKILL to the postmaster and to every process it has, as when the machine's memory runs out. */
export function killPostgres(set: ServiceSet): void {
  const record = runningProcess(set, 'postgres');
  if (record === null) throw new Error('PostgreSQL is not running');
  const children = childrenOf(record.pid);
  signalProcess(record, 'SIGKILL');
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended together with its postmaster.
    }
  }
}

/** Resolves when it accepts connections. A shared memory block of the dead server may block the first start. */
export async function startPostgres(set: ServiceSet): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await postgres.start(set);
    } catch (error) {
      if (tries === triesMax) throw error;
      await delay(250);
    }
  }
}
