/** Metrics of the engine's process pools. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Engine, EngineMetrics, PoolName, PoolRefusal, PoolUse } from '../ports/engine.ts';

/** Reasons that concern an operator; `cancelled` is the caller's own decision, `no_slots` an error of configuration. */
const watchedRefusals: readonly PoolRefusal[] = ['no_process', 'busy', 'account_limit'];

export function engineMetrics(registry: Registry, slots: Readonly<Record<PoolName, number>>): EngineMetrics {
  const registers = [registry];
  const waits = new Histogram({
    name: 'octavo_engine_wait_seconds',
    help: 'Time from asking for an engine process to getting one, or to being refused, by pool.',
    labelNames: ['pool'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const restarts = new Counter({
    name: 'octavo_engine_restarts_total',
    help: 'Attempts to replace an engine process, by pool and whether the new one started.',
    labelNames: ['pool', 'ok'],
    registers,
  });
  const refusals = new Counter({
    name: 'octavo_engine_refusals_total',
    help: 'Requests that got no engine process, by pool and reason; `account_limit` is the share of one account.',
    labelNames: ['pool', 'reason'],
    registers,
  });
  const pages = new Counter({
    name: 'octavo_ocr_pages_total',
    help: 'Pages whose text was to be recognized, by result.',
    labelNames: ['result'],
    registers,
  });
  const recognitionSeconds = new Counter({
    name: 'octavo_ocr_seconds_total',
    help: 'Time spent on recognizing text, without waiting for a slot.',
    registers,
  });
  if (slots.recognize > 0) for (const result of ['read', 'failed']) pages.inc({ result }, 0);
  // A counter that begins at 1 does not count as a rise, so every counter begins at 0.
  for (const pool of (Object.keys(slots) as PoolName[]).filter((name) => slots[name] > 0)) {
    for (const ok of ['true', 'false']) restarts.inc({ pool, ok }, 0);
    for (const reason of watchedRefusals) refusals.inc({ pool, reason }, 0);
  }
  return {
    waited: (pool, seconds) => waits.observe({ pool }, seconds),
    restarted: (pool, ok) => restarts.inc({ pool, ok: String(ok) }),
    refused: (pool, reason) => refusals.inc({ pool, reason }),
    recognized: (read, failed, seconds) => {
      pages.inc({ result: 'read' }, read);
      pages.inc({ result: 'failed' }, failed);
      recognitionSeconds.inc(seconds);
    },
  };
}

/** Pools without slots are omitted. */
export function measureEngine(registry: Registry, engine: Pick<Engine, 'poolUse'>): void {
  const gauge = (name: string, help: string, figure: (use: PoolUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pool, use] of Object.entries(engine.poolUse()) as [PoolName, PoolUse][]) {
          if (use.slots > 0) this.set({ pool }, figure(use));
        }
      },
    });
  gauge('octavo_engine_slots', 'Slots for engine processes, by pool.', (use) => use.slots);
  gauge('octavo_engine_busy', 'Slots that work on a document, by pool.', (use) => use.busy);
  gauge(
    'octavo_engine_restarting',
    'Slots without a process, while one is started, by pool.',
    (use) => use.restarting,
  );
  gauge('octavo_engine_waiting', 'Requests that wait for a slot, by pool.', (use) => use.waiting);
}
