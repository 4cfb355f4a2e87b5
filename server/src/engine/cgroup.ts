/** A memory cgroup per slot where the kernel lets us make one: the limit then holds for everything the slot runs. */
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processIdentity } from './slot-directory.ts';

export type Cgroup = {
  readonly version: 'cgroup-v1' | 'cgroup-v2';
  readonly procsFile: string;
  /** Highest use since the last reset, in bytes. */
  peakBytes(): Promise<number>;
  resetPeak(): Promise<void>;
  /** How many times the kernel has killed for memory here. */
  oomKills(): Promise<number>;
  remove(): Promise<void>;
};

const prefix = 'octavo-';
const mount = '/sys/fs/cgroup';

type Version = {
  readonly name: 'cgroup-v1' | 'cgroup-v2';
  readonly limitFile: string;
  readonly swapFile: string;
  readonly swapValue: (bytes: number) => string;
  readonly peakFile: string;
  readonly eventsFile: string;
};

const versions: readonly Version[] = [
  {
    name: 'cgroup-v1',
    limitFile: 'memory.limit_in_bytes',
    swapFile: 'memory.memsw.limit_in_bytes',
    swapValue: String,
    peakFile: 'memory.max_usage_in_bytes',
    eventsFile: 'memory.oom_control',
  },
  {
    name: 'cgroup-v2',
    limitFile: 'memory.max',
    swapFile: 'memory.swap.max',
    swapValue: () => '0',
    peakFile: 'memory.peak',
    eventsFile: 'memory.events',
  },
];

/** The directory in which this process may make groups, or null: an ordinary user usually may not. */
export async function findCgroupBase(configured: string | null): Promise<string | null> {
  if (configured) {
    return configured;
  }
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  const v1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)?.[1];
  if (v1 !== undefined) {
    return join(mount, 'memory', v1);
  }
  const v2 = /^0::(.*)$/m.exec(own)?.[1];
  return v2 === undefined ? null : join(mount, v2);
}

export async function createCgroup(base: string, name: string, bytesMax: number): Promise<Cgroup | null> {
  const path = join(base, `${prefix}${processIdentity(process.pid)}-${name}`);
  try {
    await mkdir(path);
  } catch {
    return null;
  }
  for (const version of versions) {
    try {
      await writeFile(join(path, version.limitFile), String(bytesMax));
    } catch {
      continue;
    }
    // Without swap accounting the file is missing, and then there is no swap to limit.
    await writeFile(join(path, version.swapFile), version.swapValue(bytesMax)).catch(() => {});
    return open(path, version);
  }
  await rmdir(path).catch(() => {});
  return null;
}

function open(path: string, version: Version): Cgroup {
  return {
    version: version.name,
    procsFile: join(path, 'cgroup.procs'),
    peakBytes: async () => Number(await readFile(join(path, version.peakFile), 'utf8').catch(() => '0')),
    resetPeak: () => writeFile(join(path, version.peakFile), '0').catch(() => {}),
    oomKills: async () => {
      const events = await readFile(join(path, version.eventsFile), 'utf8').catch(() => '');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
    },
    remove: () => rmdir(path).catch(() => {}),
  };
}

/** Groups of processes that were killed stay behind, empty; the next start removes them. */
export async function sweepCgroups(base: string): Promise<void> {
  for (const name of await readdir(base).catch(() => [])) {
    const match = /^octavo-(\d+)-(\d+)-/.exec(name);
    if (match && processIdentity(Number(match[1])) !== `${match[1]}-${match[2]}`) {
      await rmdir(join(base, name)).catch(() => {});
    }
  }
}
