/** A file is sent from disk piece by piece: its size does not show in the memory of the process that sends it. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeLargeDocument } from '@octavo/testkit/documents/large-file.ts';
import { printFigures } from '@octavo/testkit/runner/figures.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, castFor } from '../facts.ts';
import { type Installation, installSdk, stageScenarios } from '../package.ts';
import { nodeBinary } from '../runtimes/node-binary.ts';

const megabyte = 1_048_576;
const fileBytes = 300 * megabyte;

let installation: Installation;
let cast: Cast;
let path: string;

beforeAll(async () => {
  installation = await installSdk();
  await stageScenarios(installation.directory);
  cast = await castFor();
  path = join(installation.directory, 'large.pdf');
  await writeLargeDocument(path, fileBytes);
});

afterAll(async () => {
  await cast?.dismiss();
  await installation?.remove();
});

it.each([
  ['20', 'form'],
  ['24', 'form'],
  ['24', 'direct'],
] as const)('300 MB raise the memory of Node %s by less than 150 MB (%s)', async (major, way) => {
  const binary = await nodeBinary(major);
  const { stdout } = await promisify(execFile)(binary, ['upload-memory.mjs', path, way], {
    cwd: installation.directory,
    timeout: 170_000,
    env: { ['OCTAVO_SDK_FACTS']: JSON.stringify(cast.facts) },
  });
  const { idleBytes, peakBytes, bytesSent, calls, durationMs } = JSON.parse(stdout) as Record<string, number>;
  const riseBytes = Number(peakBytes) - Number(idleBytes);
  printFigures(`300 MB upload, Node ${major}, ${way}`, {
    'idle (MB)': Math.round(Number(idleBytes) / megabyte),
    'rise (MB)': Math.round(riseBytes / megabyte),
    seconds: Math.round(Number(durationMs) / 1000),
  });
  expect((await stat(path)).size).toBe(fileBytes);
  expect(bytesSent).toBe(fileBytes);
  expect(calls).toBeGreaterThan(way === 'form' ? 100 : 30);
  expect(riseBytes).toBeLessThan(150 * megabyte);
});
