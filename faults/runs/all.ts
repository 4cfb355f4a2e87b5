/** Every run, in the order of the table. */
import type { FaultRun } from '../fault-run.ts';
import { killWorker } from './kill-worker.ts';

export const allRuns: readonly FaultRun[] = [killWorker];
