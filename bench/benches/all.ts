/** Every bench, in the order of the report. */
import type { Bench } from '../bench.ts';
import { engine } from './engine.ts';
import { read } from './read.ts';

export const allBenches: readonly Bench[] = [engine, read];
