/** Reads memory and CPU time of a process and its descendants from /proc. */
import { readFile } from 'node:fs/promises';

export type Usage = {
  readonly residentBytes: number;
  readonly cpuMs: number;
  readonly pids: readonly number[];
};

const pageBytes = 4_096;
/** Linux reports CPU time in hundredths of a second on every platform Node supports. */
const msPerTick = 10;

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function usageOf(pid: number): Promise<{ residentBytes: number; cpuMs: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return { residentBytes: Number(fields[21] ?? 0) * pageBytes, cpuMs: ticks * msPerTick };
}

export async function treeUsage(root: number): Promise<Usage> {
  const pids = [root];
  let residentBytes = 0;
  let cpuMs = 0;
  // The list grows during the iteration.
  for (const pid of pids) {
    const usage = await usageOf(pid);
    residentBytes += usage.residentBytes;
    cpuMs += usage.cpuMs;
    pids.push(...(await childrenOf(pid)));
  }
  return { residentBytes, cpuMs, pids };
}
