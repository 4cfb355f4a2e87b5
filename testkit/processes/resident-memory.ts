/** Memory of a process, and by how much it rises during some work, from the high-water mark of the kernel. */
import { readFileSync, writeFileSync } from 'node:fs';

const kibibytesOf = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

export const residentBytes = (pid: number) => kibibytesOf(pid, 'VmRSS') * 1_024;

export type MemoryRise = {
  readonly beforeBytes: number;
  readonly peakBytes: number;
  readonly riseBytes: number;
};

export async function memoryRise(pid: number, work: () => Promise<void>): Promise<MemoryRise> {
  // Writing 5 sets the high-water mark back to what is resident now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const beforeBytes = residentBytes(pid);
  await work();
  const peakBytes = kibibytesOf(pid, 'VmHWM') * 1_024;
  return { beforeBytes, peakBytes, riseBytes: peakBytes - beforeBytes };
}
