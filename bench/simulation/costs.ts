/** The simulation's costs, from what the benches measured. */
import type { Result } from '../bench.ts';
import type { Costs } from './model.ts';

/** So much of one core that a slot uses beside its engine, as wall time of the slot. */
function measured(results: ReadonlyMap<string, Result>, bench: string, name: string): number {
  const value = results.get(bench)?.costs?.[name];
  if (value === undefined) throw new Error(`${name} was not measured yet: npm run bench -- ${bench}`);
  return value;
}

export function costsFrom(results: ReadonlyMap<string, Result>): Costs {
  const of = (bench: string, name: string) => measured(results, bench, name);
  return {
    pagesPerJob: of('throughput', 'pagesPerJob'),
    secondsPerPage: of('throughput', 'engineCpuMsPerPage') / 1000,
    secondsPerJob: of('throughput', 'workerCpuMsPerJob') / 1000,
    tasksPerSecondMax: of('workers', 'queueCeilingTasksPerSecond'),
  };
}
