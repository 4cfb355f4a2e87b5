/** The engine as the rest of the program knows it: three pools of sandboxed processes behind the port. */
import { realpath } from 'node:fs/promises';
import type { Engine, EngineProbe } from '../ports/engine.ts';
import { createCgroup, findCgroupBase, sweepCgroups } from './cgroup.ts';
import { convert } from './convert.ts';
import { checkedEngineJar, engineJarSha256, engineVersion } from './engine-jar.ts';
import { failure } from './failure.ts';
import { ensureHostJar } from './host-jar.ts';
import { inspect } from './inspect.ts';
import { preflight } from './preflight.ts';
import { type EngineSettings, type EngineSettingsChange, engineSettings } from './settings.ts';
import type { Ground } from './slot.ts';
import { sweepSlots } from './slot-directory.ts';
import { Supervisor } from './supervisor.ts';

type Pools = Readonly<Record<'convert' | 'preflight' | 'inspect', Supervisor>>;

export function createEngine(change: EngineSettingsChange = {}): Engine {
  const settings = engineSettings(change);
  const closing = new AbortController();
  const untilClosed = (signal?: AbortSignal) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  let pools: Pools | null = null;
  const notStarted = { status: 'failed', failure: failure('environment', 'engine is not started') } as const;
  return {
    start: async () => {
      const ground = await prepareGround(settings);
      const pool = () => new Supervisor(ground);
      pools = { convert: pool(), preflight: pool(), inspect: pool() };
      try {
        return await startPools(settings, pools);
      } catch (error) {
        await closePools(pools);
        throw error;
      }
    },
    convert: async (request) =>
      pools
        ? convert(settings, pools.convert, { ...request, signal: untilClosed(request.signal) })
        : { ...notStarted, spent: { durationMs: 0, memoryPeakBytes: null } },
    preflight: async (request) =>
      pools
        ? preflight(settings, pools.preflight, { ...request, signal: untilClosed(request.signal) })
        : notStarted,
    inspect: async (request) =>
      pools
        ? inspect(settings, pools.inspect, { ...request, signal: untilClosed(request.signal) })
        : notStarted,
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

async function startPools(settings: EngineSettings, pools: Pools): Promise<EngineProbe> {
  await Promise.all([
    pools.convert.start('convert', settings.slots, settings.convert),
    pools.preflight.start('preflight', settings.preflightSlots, settings.preflight),
    pools.inspect.start('inspect', settings.inspectSlots, settings.preflight),
  ]);
  const slot = pools.convert.slots[0] ?? pools.preflight.slots[0];
  const probe: EngineProbe = {
    sandbox: settings.sandbox === 'off' ? 'none' : 'namespaces',
    memory: slot?.cgroup?.version ?? 'watchdog',
    java: slot ? (await slot.process()).java : '',
    engineVersion,
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

let enginesStarted = 0;

async function prepareGround(settings: EngineSettings): Promise<Ground> {
  enginesStarted += 1;
  const engineName = `engine${enginesStarted}`;
  const pinned = settings.jarSha256 ?? engineJarSha256;
  const engineJar = await checkedEngineJar(pinned);
  const hostJar = (await ensureHostJar(pinned)).path;
  if (pinned !== engineJarSha256) {
    settings.log('warn', 'engine_jar_pinned_by_operator', { sha256: pinned, shipped: engineJarSha256 });
  }
  const base = await findCgroupBase(settings.cgroupDir);
  await sweepSlots(settings);
  if (base) {
    await sweepCgroups(base);
  }
  const trial = base
    ? await createCgroup(base, `${engineName}-trial`, settings.convert.memoryBytesMax)
    : null;
  await trial?.remove();
  return {
    engineName,
    settings,
    java: await findJava(settings.javaPath),
    engineJar,
    hostJar,
    cgroupBase: trial ? base : null,
  };
}

/** The sandbox sees the program under its true path only: the links on the way there may lead through /etc. */
async function findJava(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new Error(`No Java found at ${path}; install a JRE of version 17 or later, or set its path.`, {
      cause,
    });
  }
}
