/** How many documents are converted and recognized at a time. */
import { availableParallelism, totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { defaultWriterSettings, memoryBytesOf } from '../writer/settings.ts';

const mebibyte = 1_048_576;

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
