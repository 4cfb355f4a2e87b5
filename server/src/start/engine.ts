/** The engine as the configuration wants it, for either kind of process. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine } from '../ports/engine.ts';

const mebibyte = 1_048_576;

/** A folder of its own below the scratch space, made when it is missing. */
export function workDirectory(config: Config, name: string): string {
  const directory = join(config.engine.workDir ?? join(tmpdir(), 'octavo'), name);
  mkdirSync(directory, { recursive: true });
  return directory;
}

export function openEngine(
  config: Config,
  logger: Logger,
  slots: { readonly convert: number; readonly preflight: number },
): Engine {
  const { engine } = config;
  return createEngine({
    slots: slots.convert,
    preflightSlots: slots.preflight,
    documentsPerProcess: engine.documentsPerProcess,
    pagesMax: engine.pagesMax,
    workDir: workDirectory(config, 'engine'),
    javaPath: engine.javaPath,
    sandbox: engine.sandbox,
    cgroupDir: engine.cgroupDir,
    convert: {
      heapBytes: engine.heapMegabytes * mebibyte,
      memoryBytesMax: engine.memoryMegabytes * mebibyte,
    },
    log: (level, event, fields) => logger[level](fields, event),
  });
}
