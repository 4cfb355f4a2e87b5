/** The engine adapter: four pools of sandboxed processes. */
import { realpath } from 'node:fs/promises';
import type { Engine, EngineProbe, PoolName } from '../ports/engine.ts';
import { failure } from '../processes/failure.ts';
import { removeStaleDirectories } from '../processes/process-identity.ts';
import { createCgroup, findCgroupBase, removeStaleCgroups } from './cgroup.ts';
import { convert } from './convert.ts';
import { checkedEngineJar, engineJarSha256, engineVersion } from './engine-jar.ts';
import { ensureHostJar } from './host-jar.ts';
import { inspect } from './inspect.ts';
import { preflight } from './preflight.ts';
import { ProcessPool } from './process-pool.ts';
import { recognize } from './recognize.ts';
import { countsTasksBySandbox } from './sandbox.ts';
import { seccompArch, seccompProgram } from './seccomp.ts';
import { type EngineSettings, type EngineSettingsChange, engineSettings } from './settings.ts';
import type { LaunchContext, Slot } from './slot.ts';

type Pools = Readonly<Record<PoolName, ProcessPool>>;

export function createEngine(change: EngineSettingsChange = {}): Engine {
  const settings = engineSettings(change);
  const closing = new AbortController();
  const untilClosed = (signal?: AbortSignal) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  let pools: Pools | null = null;
  const notStarted = { status: 'failed', failure: failure('environment', 'engine is not started') } as const;
  return {
    start: async () => {
      const context = await prepareLaunch(settings);
      const pool = (name: PoolName) => new ProcessPool(name, context);
      pools = {
        convert: pool('convert'),
        preflight: pool('preflight'),
        inspect: pool('inspect'),
        recognize: pool('recognize'),
      };
      try {
        return await startPools(context, pools);
      } catch (error) {
        await closePools(pools);
        throw error;
      }
    },
    convert: async (request) =>
      pools
        ? convert(settings, pools.convert, { ...request, signal: untilClosed(request.signal) })
        : { ...notStarted, spent: { durationMs: 0, memoryPeakBytes: null } },
    recognize: async (request) =>
      pools
        ? recognize(settings, pools.recognize, { ...request, signal: untilClosed(request.signal) })
        : notStarted,
    preflight: async (request) =>
      pools
        ? preflight(settings, pools.preflight, { ...request, signal: untilClosed(request.signal) })
        : notStarted,
    inspect: async (request) =>
      pools
        ? inspect(settings, pools.inspect, { ...request, signal: untilClosed(request.signal) })
        : notStarted,
    poolUse: () =>
      pools
        ? {
            convert: pools.convert.use(),
            preflight: pools.preflight.use(),
            inspect: pools.inspect.use(),
            recognize: pools.recognize.use(),
          }
        : {},
    close: async () => {
      closing.abort();
      if (pools) {
        await closePools(pools);
      }
    },
  };
}

async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.close()));
}

async function startPools(context: LaunchContext, pools: Pools): Promise<EngineProbe> {
  const { settings } = context;
  await Promise.all([
    pools.convert.start(settings.slots, settings.convert),
    pools.preflight.start(settings.preflightSlots, settings.preflight),
    pools.inspect.start(settings.inspectSlots, settings.preflight),
    pools.recognize.start(settings.recognizeSlots, settings.recognize),
  ]);
  const slot = pools.convert.slots[0] ?? pools.preflight.slots[0] ?? pools.inspect.slots[0];
  const probe: EngineProbe = {
    sandbox: settings.sandbox === 'off' ? 'none' : 'namespaces',
    memory: slot?.cgroup?.version ?? 'watchdog',
    tasks: tasksLimitedBy(settings, slot),
    java: slot?.java ?? '',
    engineVersion,
    engineSha256: settings.jarSha256 ?? engineJarSha256,
    hostSha256: context.hostSha256,
  };
  if (probe.sandbox === 'none') {
    settings.log(
      'warn',
      'ENGINE RUNS WITHOUT A SANDBOX: documents are parsed with the rights of this process',
      probe,
    );
  } else {
    settings.log('info', 'engine_started', probe);
  }
  return probe;
}

function tasksLimitedBy(settings: EngineSettings, slot: Slot | undefined): EngineProbe['tasks'] {
  if (slot?.cgroup?.limitsTasks) {
    return 'cgroup';
  }
  return settings.sandbox !== 'off' && countsTasksBySandbox() ? 'rlimit' : 'none';
}

let enginesStarted = 0;

async function prepareLaunch(settings: EngineSettings): Promise<LaunchContext> {
  enginesStarted += 1;
  const engineName = `engine${enginesStarted}`;
  const pinned = settings.jarSha256 ?? engineJarSha256;
  const engineJar = await checkedEngineJar(pinned);
  const hostJar = await ensureHostJar(pinned);
  if (pinned !== engineJarSha256) {
    settings.log('warn', 'engine_jar_pinned_by_operator', { sha256: pinned, shipped: engineJarSha256 });
  }
  const base = await findCgroupBase(settings.cgroupDir);
  await removeStaleDirectories(settings.workDir);
  if (base) {
    await removeStaleCgroups(base);
  }
  const trial = base ? await createCgroup(base, `${engineName}-trial`, settings.convert) : null;
  await trial?.remove();
  return {
    engineName,
    settings,
    java: await findJava(settings.javaPath),
    engineJar,
    hostJar: hostJar.path,
    hostSha256: hostJar.sha256,
    cgroupBase: trial ? base : null,
    seccomp: settings.sandbox === 'off' ? null : seccompProgram(seccompArch()),
  };
}

/** The sandbox has the program only under its real path: symbolic links may lead through /etc. */
async function findJava(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new Error(`No Java found at ${path}; install a JRE of version 17 or later, or set its path.`, {
      cause,
    });
  }
}
