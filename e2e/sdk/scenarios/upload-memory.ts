/** Uploads a file given by its path and prints how much the memory of this process rose over its idle state. */
import { readFileSync } from 'node:fs';
import { Octavo } from '@octavo/sdk';
import type { Facts } from './scenario-context.ts';

const { apiKey, baseUrl } = JSON.parse(process.env['OCTAVO_SDK_FACTS'] ?? '') as Facts;

/** Kilobytes of a line such as `VmHWM:   51234 kB`: the highest the kernel has seen, no sampling involved. */
function memoryBytes(line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
}

const client = new Octavo({ apiKey, baseUrl, directUploads: process.argv[3] === 'direct' });
await client.account.me();
const idleBytes = memoryBytes('VmRSS');
let bytesSent = 0;
let calls = 0;
const startedAt = Date.now();
const { id } = await client.jobs.create(
  { file: process.argv[2] ?? '' },
  {
    onUploadProgress: (progress) => {
      bytesSent = progress.bytesSent;
      calls += 1;
    },
  },
);
const durationMs = Date.now() - startedAt;
await client.jobs.delete(id);
const peakBytes = memoryBytes('VmHWM');
process.stdout.write(JSON.stringify({ idleBytes, peakBytes, bytesSent, calls, durationMs }));
