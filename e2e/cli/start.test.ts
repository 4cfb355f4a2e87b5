/** `octavo --help` answers within three times the start of bare Node, measured side by side. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, installCli } from './package.ts';

const rounds = 15;

let installation: Installation;
beforeAll(async () => {
  installation = await installCli();
});
afterAll(() => installation.remove());

function startOf(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - startedAt;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('octavo --help is there within three times the start of bare Node', () => {
  const help = [installation.entry, '--help'];
  startOf(help);
  const pairs = Array.from({ length: rounds }, () => [startOf(['-e', '0']), startOf(help)] as const);
  const bareMs = median(pairs.map(([bare]) => bare));
  const helpMs = median(pairs.map(([, own]) => own));
  process.stdout.write(`start: bare Node ${bareMs.toFixed(0)} ms, octavo --help ${helpMs.toFixed(0)} ms\n`);
  expect(helpMs).toBeLessThan(3 * bareMs);
});
