/** One cgroup per slot, where the kernel allows it: memory and task limits for everything the slot runs. */
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processIdentity } from '../processes/process-identity.ts';
import type { ProcessLimits } from './settings.ts';

/** Directories in which this process may create cgroups. */
export type CgroupBase = {
  readonly memory: string;
  /** In version 1 each controller has its own tree; null where the same group also limits tasks. */
  readonly pids: string | null;
};

export type Cgroup = {
  readonly version: 'cgroup-v1' | 'cgroup-v2';
  readonly procsFiles: readonly string[];
  /** Whether the number of tasks is also limited. */
  readonly limitsTasks: boolean;
  /** Highest use since the last reset, in bytes. */
  peakBytes(): Promise<number>;
  resetPeak(): Promise<void>;
  /** Number of OOM kills in this group. */
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

/** Null without a usable cgroup; an unprivileged user usually has none. */
export async function findCgroupBase(configured: string | null): Promise<CgroupBase | null> {
  if (configured) {
    return { memory: configured, pids: null };
  }
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  const v1 = (controller: string) => {
    const path = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, 'm').exec(own)?.[1];
    return path === undefined ? null : join(mount, controller, path);
  };
  const memory = v1('memory');
  if (memory) {
    return { memory, pids: v1('pids') };
  }
  const v2 = /^0::(.*)$/m.exec(own)?.[1];
  return v2 === undefined ? null : { memory: join(mount, v2), pids: null };
}

export async function createCgroup(
  base: CgroupBase,
  name: string,
  { memoryBytesMax, tasksMax }: ProcessLimits,
): Promise<Cgroup | null> {
  const group = `${prefix}${processIdentity(process.pid)}-${name}`;
  const path = join(base.memory, group);
  if (!(await tryMkdir(path))) {
    return null;
  }
  for (const version of versions) {
    if (!(await tryWrite(join(path, version.limitFile), memoryBytesMax))) {
      continue;
    }
    // Without swap accounting the file is missing, and then there is no swap to limit.
    await tryWrite(join(path, version.swapFile), version.swapValue(memoryBytesMax));
    return open(path, version, await limitTasks(base, path, group, tasksMax));
  }
  await rmdir(path).catch(() => {});
  return null;
}

/** The directory of the group that limits tasks, or null where the kernel or its delegation offers none. */
async function limitTasks(
  base: CgroupBase,
  memoryPath: string,
  group: string,
  tasksMax: number,
): Promise<string | null> {
  const path = base.pids ? join(base.pids, group) : memoryPath;
  if (base.pids && !(await tryMkdir(path))) {
    return null;
  }
  return (await tryWrite(join(path, 'pids.max'), tasksMax)) ? path : null;
}

function tryMkdir(path: string): Promise<boolean> {
  return mkdir(path).then(
    () => true,
    () => false,
  );
}

function tryWrite(path: string, value: number | string): Promise<boolean> {
  return writeFile(path, String(value)).then(
    () => true,
    () => false,
  );
}

function open(path: string, version: Version, tasksPath: string | null): Cgroup {
  const paths = [...new Set([path, ...(tasksPath ? [tasksPath] : [])])];
  return {
    version: version.name,
    procsFiles: paths.map((one) => join(one, 'cgroup.procs')),
    limitsTasks: tasksPath !== null,
    peakBytes: async () => Number(await readFile(join(path, version.peakFile), 'utf8').catch(() => '0')),
    resetPeak: () => writeFile(join(path, version.peakFile), '0').catch(() => {}),
    oomKills: async () => {
      const events = await readFile(join(path, version.eventsFile), 'utf8').catch(() => '');
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
    },
    remove: async () => {
      for (const one of paths) {
        await rmdir(one).catch(() => {});
      }
    },
  };
}

/** Removes empty groups that killed processes left behind. */
export async function removeStaleCgroups({ memory, pids }: CgroupBase): Promise<void> {
  for (const base of pids ? [memory, pids] : [memory]) {
    for (const name of await readdir(base).catch(() => [])) {
      const match = /^octavo-(\d+)-(\d+)-/.exec(name);
      if (match && processIdentity(Number(match[1])) !== `${match[1]}-${match[2]}`) {
        await rmdir(join(base, name)).catch(() => {});
      }
    }
  }
}
