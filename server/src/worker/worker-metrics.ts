/** Metrics of a worker: attempts, slots, webhook attempts and periodic steps. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type WorkerMetrics = {
  /** `failure` is the class of the engine failure, or `trouble` when a dependency failed. */
  attemptEnded(end: string, failure: string, seconds: number): void;
  pagesConverted(pages: number): void;
  watchSlots(total: number, busy: () => number): void;
  webhookAttemptEnded(outcome: string, seconds: number): void;
  /** An attempt was handed back because another account waited for its slot. */
  preempted(): void;
  swept(step: string, count: number): void;
  /** A step, or one of its items, failed. */
  sweepFailed(step: string): void;
  ledgerRowsChecked(rows: number): void;
  /** Of the last full round; must be 0. */
  ledgerDrift(accounts: number): void;
  outputsChecked(count: number): void;
  /** Of the last full round; must be 0. */
  outputsMissing(count: number): void;
};

function attemptMetrics(registers: [Registry]) {
  const attempts = new Counter({
    name: 'octavo_attempts_total',
    help: 'Attempts at jobs by how they ended and by the class of the failure, if there was one.',
    labelNames: ['end', 'class'],
    registers,
  });
  const duration = new Histogram({
    name: 'octavo_attempt_duration_seconds',
    help: 'Time from the claim of a job to the end of the attempt.',
    labelNames: ['end'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800],
    registers,
  });
  const pages = new Counter({ name: 'octavo_pages_converted_total', help: 'Pages of done jobs.', registers });
  const preempted = new Counter({
    name: 'octavo_attempts_preempted_total',
    help: 'Attempts handed back because another account waited while one held every slot.',
    registers,
  });
  return { attempts, duration, pages, preempted };
}

function watchSlots(registers: [Registry]): WorkerMetrics['watchSlots'] {
  return (total, busy) => {
    const slots = new Gauge({
      name: 'octavo_slots',
      help: 'Conversions this worker can run at once.',
      registers,
    });
    slots.set(total);
    new Gauge({
      name: 'octavo_slots_busy',
      help: 'Conversions this worker is running.',
      registers,
      collect() {
        this.set(busy());
      },
    });
  };
}

function upkeepMetrics(registers: [Registry]) {
  const webhooks = new Histogram({
    name: 'octavo_webhook_attempt_duration_seconds',
    help: 'Attempts at webhook deliveries by outcome.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers,
  });
  const swept = new Counter({
    name: 'octavo_swept_total',
    help: 'Items that periodic steps changed or removed, by kind.',
    labelNames: ['what'],
    registers,
  });
  const checked = new Counter({
    name: 'octavo_ledger_rows_checked_total',
    help: 'Month counters compared with the ledger.',
    registers,
  });
  const drift = new Gauge({
    name: 'octavo_ledger_drift_accounts',
    help: 'Accounts whose counters differ from their ledger. Must be 0.',
    registers,
  });
  const failures = new Counter({
    name: 'octavo_sweep_failures_total',
    help: 'Periodic steps, or items of them, that could not be finished, by step.',
    labelNames: ['step'],
    registers,
  });
  const outputsChecked = new Counter({
    name: 'octavo_outputs_checked_total',
    help: 'Outputs of done jobs compared with the storage.',
    registers,
  });
  const outputsMissing = new Gauge({
    name: 'octavo_outputs_missing',
    help: 'Outputs of done jobs that are not in storage with their size. Must be 0.',
    registers,
  });
  return { webhooks, swept, checked, drift, failures, outputsChecked, outputsMissing };
}

export function workerMetrics(registry: Registry): WorkerMetrics {
  const { attempts, duration, pages, preempted } = attemptMetrics([registry]);
  const upkeep = upkeepMetrics([registry]);
  const { webhooks } = upkeep;
  // Initialized with 0, so that the first increment is visible as a rise.
  attempts.inc({ end: 'done', class: 'none' }, 0);
  webhooks.zero({ outcome: 'delivered' });
  return {
    attemptEnded: (end, failure, seconds) => {
      attempts.inc({ end, class: failure });
      duration.observe({ end }, seconds);
    },
    pagesConverted: (count) => pages.inc(count),
    watchSlots: watchSlots([registry]),
    webhookAttemptEnded: (outcome, seconds) => webhooks.observe({ outcome }, seconds),
    preempted: () => preempted.inc(),
    swept: (what, count) => upkeep.swept.inc({ what }, count),
    sweepFailed: (step) => upkeep.failures.inc({ step }),
    ledgerRowsChecked: (rows) => upkeep.checked.inc(rows),
    ledgerDrift: (accounts) => upkeep.drift.set(accounts),
    outputsChecked: (count) => upkeep.outputsChecked.inc(count),
    outputsMissing: (count) => upkeep.outputsMissing.set(count),
  };
}
