/** The engine as the configuration wants it, for either kind of process. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine } from '../ports/engine.ts';

const mebibyte = 1_048_576;

export function openEngine(
  config: Config,
  logger: Logger,
  workDir: string,
  slots: { readonly convert: number; readonly preflight: number; readonly inspect: number },
): Engine {
  const { engine } = config;
  return createEngine({
    slots: slots.convert,
    preflightSlots: slots.preflight,
    inspectSlots: slots.inspect,
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
  });
}
