/** Metrics of the writer processes. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DocumentWriter, WriterMetrics, WriterUse } from '../ports/document-writer.ts';

export function writerMetrics(registry: Registry): WriterMetrics {
  const registers = [registry];
  const waits = new Histogram({
    name: 'octavo_writer_wait_seconds',
    help: 'Time from asking for a writer process to getting one, or to giving up.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const restarts = new Counter({
    name: 'octavo_writer_restarts_total',
    help: 'Attempts to replace a writer process, by whether the new one started.',
    labelNames: ['ok'],
    registers,
  });
  // A counter that begins at 1 does not count as a rise, so every counter begins at 0.
  for (const ok of ['true', 'false']) restarts.inc({ ok }, 0);
  return {
    waited: (seconds) => waits.observe(seconds),
    restarted: (ok) => restarts.inc({ ok: String(ok) }),
  };
}

export function measureWriter(registry: Registry, writer: Pick<DocumentWriter, 'use'>): void {
  const gauge = (name: string, help: string, figure: (use: WriterUse) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(figure(writer.use()));
      },
    });
  gauge('octavo_writer_slots', 'Slots for writer processes.', (use) => use.slots);
  gauge('octavo_writer_busy', 'Writer slots that work on a document.', (use) => use.busy);
  gauge('octavo_writer_waiting', 'Documents that wait for a writer slot.', (use) => use.waiting);
}
