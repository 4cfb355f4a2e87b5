/** Whether there is enough disk space for what a bench is about to write. */
import { statfs } from 'node:fs/promises';

const gibibyte = 1_073_741_824;

export async function mustHaveRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const inGib = (size: number) => (size / gibibyte).toFixed(1);
  throw new Error(`needs ${inGib(bytes)} GiB of disk in ${directory}, ${inGib(free)} are free`);
}
