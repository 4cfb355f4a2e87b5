/** Metrics of the engine process pools. */
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { engineMetrics, measureEngine } from './engine-metrics.ts';

it('exports size, use, waits, restarts and refusals of each pool that has slots', async () => {
  const registry = new Registry();
  const meter = engineMetrics(registry, { convert: 0, preflight: 2, inspect: 0, recognize: 0 });
  const none = { slots: 0, busy: 0, restarting: 0, waiting: 0 };
  const preflight = { slots: 2, busy: 1, restarting: 1, waiting: 3 };
  measureEngine(registry, { poolUse: () => ({ convert: none, preflight, inspect: none }) });
  meter.waited('preflight', 0.2);
  meter.restarted('preflight', false);
  meter.refused('preflight', 'account_limit');
  const text = await registry.metrics();
  for (const line of [
    'octavo_engine_slots{pool="preflight"} 2',
    'octavo_engine_busy{pool="preflight"} 1',
    'octavo_engine_restarting{pool="preflight"} 1',
    'octavo_engine_waiting{pool="preflight"} 3',
    'octavo_engine_wait_seconds_count{pool="preflight"} 1',
    'octavo_engine_restarts_total{pool="preflight",ok="false"} 1',
    'octavo_engine_restarts_total{pool="preflight",ok="true"} 0',
    'octavo_engine_refusals_total{pool="preflight",reason="account_limit"} 1',
    'octavo_engine_refusals_total{pool="preflight",reason="busy"} 0',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('pool="convert"');
});
