/** The engine as the configuration wants it, for either kind of process. */
import { availableParallelism, totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine, PoolName } from '../ports/engine.ts';
import { engineMeter, measureEngine } from '../telemetry/engine-metrics.ts';

const mebibyte = 1_048_576;

export function openEngine(
  config: Config,
  logger: Logger,
  workDir: string,
  slots: Readonly<Record<PoolName, number>>,
  registry: Registry,
): Engine {
  const { engine } = config;
  const opened = createEngine({
    slots: slots.convert,
    preflightSlots: slots.preflight,
    inspectSlots: slots.inspect,
    preflightWaitMs: engine.preflightWaitMs,
    inspectWaitMs: engine.inspectWaitMs,
    documentsPerProcess: engine.documentsPerProcess,
    pagesMax: engine.pagesMax,
    workDir,
    javaPath: engine.javaPath,
    jarSha256: engine.jarSha256,
    sandbox: engine.sandbox,
    cgroupDir: engine.cgroupDir,
    convert: {
      heapBytes: engine.heapMegabytes * mebibyte,
      memoryBytesMax: engine.memoryMegabytes * mebibyte,
    },
    log: (level, event, fields) => logger[level](fields, event),
    meter: engineMeter(registry, slots),
  });
  measureEngine(registry, opened);
  return opened;
}

/** As many conversions at once as the operator wants, or as there are cores. Warns where they could use more memory than there is. */
export function conversionSlots({ engine }: Config, logger: Logger): number {
  const slots = engine.slots ?? availableParallelism();
  const wantedMegabytes = slots * engine.memoryMegabytes;
  const machineMegabytes = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Infinity) / mebibyte,
  );
  if (wantedMegabytes > machineMegabytes) {
    logger.warn(
      { slots, wanted_mb: wantedMegabytes, machine_mb: machineMegabytes },
      'conversions may use more memory than there is; set OCTAVO_ENGINE_SLOTS or OCTAVO_ENGINE_MEMORY_MB',
    );
  }
  return slots;
}
