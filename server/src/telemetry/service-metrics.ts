/** Metrics of the whole service and of database connections, read on each scrape with a short cache and timeout. */
import { Gauge, type Registry } from 'prom-client';
import type { ServiceStats } from '../ports/stats.ts';

export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number };

/** The database is queried at most this often, for any number of scrapers. */
const freshMs = 2_000;
/** Scrapers wait ten seconds; the other metrics must still be returned in time. */
const timeoutMs = 3_000;

export function cached<T>(read: () => Promise<T>): () => Promise<T | null> {
  let latest: { atMs: number; value: Promise<T | null> } | null = null;
  return () => {
    if (latest && performance.now() - latest.atMs < freshMs) return latest.value;
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs).unref());
    const value = Promise.race([read().catch(() => null), late]);
    latest = { atMs: performance.now(), value };
    return value;
  };
}

export function measurePool(registry: Registry, poolUse: () => PoolUse, poolMax: number): void {
  const registers = [registry];
  new Gauge({
    name: 'octavo_database_connections',
    help: 'Connections of this process by state; `waiting` are requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle, waiting } = poolUse();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'octavo_database_connections_max',
    help: 'Most connections this process opens.',
    registers,
  }).set(poolMax);
}

export function measureListener(registry: Registry, isListening: () => boolean): void {
  new Gauge({
    name: 'octavo_database_listening',
    help: '1 while notifications of the database arrive at this process; without them it polls.',
    registers: [registry],
    collect() {
      this.set(isListening() ? 1 : 0);
    },
  });
}

/** Every process reports the same: use the maximum. Without a database the series are absent. */
function measureStats(registry: Registry, readStats: () => Promise<ServiceStats>): void {
  const read = cached(readStats);
  const gauge = (name: string, help: string, figure: (stats: ServiceStats) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const stats = await read();
        if (stats) this.set(figure(stats));
        else this.remove();
      },
    });
  const byPlan = (name: string, help: string, figure: (waiting: ServiceStats['waiting'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['plan'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const waiting of (await read())?.waiting ?? [])
          this.set({ plan: waiting.tier }, figure(waiting));
      },
    });
  byPlan('octavo_queue_jobs', 'Waiting jobs, by plan; counted up to 1000.', ({ jobs }) => jobs);
  byPlan(
    'octavo_queue_oldest_seconds',
    'Age of the oldest waiting job, by plan.',
    (one) => one.oldestSeconds,
  );
  gauge('octavo_jobs_processing', 'Jobs being processed; counted up to 1000.', (all) => all.processing);
  gauge(
    'octavo_lease_overdue_seconds',
    'Seconds since the oldest lease expired that has not been reclaimed.',
    (all) => all.overdueLeaseSeconds,
  );
  gauge(
    'octavo_webhook_deliveries_pending',
    'Webhook deliveries that have not ended; counted up to 1000.',
    (all) => all.deliveriesPending,
  );
  new Gauge({
    name: 'octavo_vitals_up',
    help: 'Whether the figures of the whole service could be read.',
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

export function measureService(
  registry: Registry,
  sources: {
    readonly readStats: () => Promise<ServiceStats>;
    readonly poolUse: () => PoolUse;
    readonly poolMax: number;
  },
): void {
  measurePool(registry, sources.poolUse, sources.poolMax);
  measureStats(registry, sources.readStats);
}
