/** Metrics of the database server and of the work directory's disk. */
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { DatabaseStats } from '../ports/stats.ts';
import { cached } from './service-metrics.ts';

/** Every API process reports the same: use the maximum. */
export function measureDatabase(registry: Registry, readStats: () => Promise<DatabaseStats>): void {
  const read = cached(readStats);
  const gauge = (name: string, help: string, readValue: (stats: DatabaseStats) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const stats = await read();
        if (stats) this.set(readValue(stats));
        else this.remove();
      },
    });
  gauge(
    'octavo_database_xid_age',
    'Transactions since the oldest row that is not frozen, of any database of the server.',
    ({ xidAge }) => xidAge,
  );
  gauge(
    'octavo_database_notify_queue_ratio',
    'Share of the NOTIFY queue of the server that is full.',
    ({ notifyQueueShare }) => notifyQueueShare,
  );
  gauge(
    'octavo_database_oldest_transaction_seconds',
    'Age of the oldest open transaction in the database.',
    ({ oldestTransactionSeconds }) => oldestTransactionSeconds,
  );
}

export function measureDisk(registry: Registry, directory: string): void {
  const gauge = (name: string, help: string, bytesOf: (free: number, total: number) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(directory).catch(() => null);
        if (disk) this.set(bytesOf(disk.bavail * disk.bsize, disk.blocks * disk.bsize));
        else this.remove();
      },
    });
  gauge('octavo_work_disk_free_bytes', 'Free space where uploads and conversions are kept.', (free) => free);
  gauge(
    'octavo_work_disk_bytes',
    'Size of the disk where uploads and conversions are kept.',
    (_, total) => total,
  );
}
