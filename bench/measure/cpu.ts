/** CPU time of process trees: more reliable than wall time on a shared machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { services } from '@octavo/testkit/services/manage.ts';
import { runningProcess } from '@octavo/testkit/services/processes.ts';
import type { ServiceName, ServiceSet } from '@octavo/testkit/services/service-set.ts';

/** Linux counts in hundredths of a second on every platform Node supports. */
const msPerTick = 10;

type Stat = { readonly pid: number; readonly parent: number; readonly name: string; readonly cpuMs: number };

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    // Own time, and that of children that have ended: user and system of each.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const name = text.slice(text.indexOf('(') + 1, end);
    return { pid, parent: Number(fields[1]), name, cpuMs: ticks * msPerTick };
  } catch {
    return null;
  }
}

export type ProcessTree = { readonly roots: readonly number[]; readonly counts: (name: string) => boolean };

const everyone = () => true;
const isJava = (name: string) => name === 'java';

/** The Node process itself, without the engines it keeps. */
export const withoutEngines = (pid: number): ProcessTree => ({
  roots: [pid],
  counts: (name) => !isJava(name),
});
export const enginesOf = (pid: number): ProcessTree => ({ roots: [pid], counts: isJava });

export function processTreeOf(set: ServiceSet, service: ServiceName): ProcessTree {
  const roots = services[service].processes.flatMap(({ name }) => runningProcess(set, name)?.pid ?? []);
  return { roots, counts: everyone };
}

/** CPU time of all processes of the tree since their start. */
export function cpuMsOf({ roots, counts }: ProcessTree): number {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : [],
  );
  const members = new Set(roots);
  // Parents have lower numbers than children unless numbers have wrapped: repeats until no process is added.
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all
    .filter(({ pid, name }) => members.has(pid) && counts(name))
    .reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** CPU time of each tree during the work. */
export async function cpuDuring<Name extends string>(
  families: Readonly<Record<Name, ProcessTree>>,
  work: () => Promise<unknown>,
): Promise<Readonly<Record<Name, number>>> {
  const read = () =>
    Object.entries<ProcessTree>(families).map(([name, family]) => [name, cpuMsOf(family)] as const);
  const before = new Map(read());
  await work();
  return Object.fromEntries(read().map(([name, ms]) => [name, ms - (before.get(name) ?? 0)])) as Record<
    Name,
    number
  >;
}
