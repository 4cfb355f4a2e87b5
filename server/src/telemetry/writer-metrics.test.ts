/** Metrics of the writer processes. */
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureWriter, writerMetrics } from './writer-metrics.ts';

it('exports size, use, waits and restarts', async () => {
  const registry = new Registry();
  const meter = writerMetrics(registry);
  measureWriter(registry, { use: () => ({ slots: 2, busy: 1, waiting: 3 }) });
  meter.waited(0.2);
  meter.restarted(false);
  const text = await registry.metrics();
  for (const line of [
    'octavo_writer_slots 2',
    'octavo_writer_busy 1',
    'octavo_writer_waiting 3',
    'octavo_writer_wait_seconds_count 1',
    'octavo_writer_restarts_total{ok="false"} 1',
    'octavo_writer_restarts_total{ok="true"} 0',
  ]) {
    expect(text).toContain(line);
  }
});
