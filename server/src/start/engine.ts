/** Opens the engine with the configured settings. */
import { availableParallelism, totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine, PoolName } from '../ports/engine.ts';
import { engineMetrics, measureEngine } from '../telemetry/engine-metrics.ts';
import { defaultWriterSettings, memoryBytesOf } from '../writer/settings.ts';

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
    recognizeSlots: slots.recognize,
    recognizePageMs: config.ocr.pageSeconds * 1_000,
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
    metrics: engineMetrics(registry, slots),
  });
  measureEngine(registry, opened);
  return opened;
}

/** The configured number, or half of the conversions: recognition takes long, and must leave cores to other documents. */
export function recognitionSlots({ ocr }: Config, conversions: number): number {
  return ocr.enabled ? (ocr.slots ?? Math.max(1, Math.floor(conversions / 2))) : 0;
}

/**
 * The configured number of conversions, or one per core. Warns when they, each with an engine process and a writer
 * process, could use more memory than the machine has.
 */
export function conversionSlots({ engine }: Config, logger: Logger): number {
  const slots = engine.slots ?? availableParallelism();
  const wantedMegabytes = slots * (engine.memoryMegabytes + memoryBytesOf(defaultWriterSettings) / mebibyte);
  const machineMegabytes = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Infinity) / mebibyte,
  );
  if (wantedMegabytes > machineMegabytes) {
    logger.warn(
      { slots, wanted_mb: wantedMegabytes, machine_mb: machineMegabytes },
      'conversions may use more memory than the machine has; set OCTAVO_ENGINE_SLOTS or OCTAVO_ENGINE_MEMORY_MB',
    );
  }
  return slots;
}
