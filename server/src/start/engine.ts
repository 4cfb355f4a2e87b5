/** Opens the engine with the configured settings. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine, PoolName } from '../ports/engine.ts';
import { engineMetrics, measureEngine } from '../telemetry/engine-metrics.ts';

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
