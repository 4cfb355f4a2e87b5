/** How many conversions a worker runs at once. */
import { availableParallelism, totalmem } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Config } from '../config/config.ts';
import { conversionSlots } from './slots.ts';

function slotsFor(slots: number | null, memoryMegabytes: number) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const config = { engine: { slots, memoryMegabytes } } as Config;
  return { slots: conversionSlots(config, logger), warnings: lines.length };
}

it('defaults to the number of cores unless the operator sets it', () => {
  expect(slotsFor(null, 1)).toEqual({ slots: availableParallelism(), warnings: 0 });
  expect(slotsFor(7, 1)).toEqual({ slots: 7, warnings: 0 });
});

it('warns when the slots could use more memory than available', () => {
  expect(slotsFor(2, 100_000_000)).toEqual({ slots: 2, warnings: 1 });
});

it('counts the writer process of each slot', () => {
  const machineMegabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1_048_576;
  expect(slotsFor(1, Math.floor(machineMegabytes) - 100)).toEqual({ slots: 1, warnings: 1 });
});
