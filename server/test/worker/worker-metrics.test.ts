/** The metrics of a worker, as Prometheus reads them. */
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { type WorkerMetrics, workerMetrics } from '../../src/worker/worker-metrics.ts';
import { metricValue } from '../metric-value.ts';

let registry: Registry;
let metrics: WorkerMetrics;

beforeEach(() => {
  registry = new Registry();
  metrics = workerMetrics(registry);
});

const value = (name: string, labels = {}) => metricValue(registry, name, labels);
const bucket = (name: string, le: number, labels = {}) =>
  metricValue(registry, name, { ...labels, le }, 'bucket');

describe('the metrics of a worker', () => {
  it('exist before the first attempt, so that the first increment is a rise from 0', async () => {
    expect(await value('octavo_attempts_total', { end: 'done', class: 'none' })).toBe(0);
    const webhooks = 'octavo_webhook_attempt_duration_seconds';
    expect(await metricValue(registry, webhooks, { outcome: 'delivered' }, 'count')).toBe(0);
  });

  it('count attempts by end and class, and their duration by end', async () => {
    metrics.attemptEnded('failed', 'invalid', 7);
    metrics.attemptEnded('failed', 'crash', 90);
    const duration = 'octavo_attempt_duration_seconds';
    expect(await value('octavo_attempts_total', { end: 'failed', class: 'invalid' })).toBe(1);
    expect(await metricValue(registry, duration, { end: 'failed' }, 'sum')).toBe(97);
    const counts = await Promise.all([5, 10, 60, 120].map((le) => bucket(duration, le, { end: 'failed' })));
    expect(counts).toEqual([0, 1, 1, 2]);
  });

  it('count webhook attempts by outcome, with their duration', async () => {
    metrics.webhookAttemptEnded('timeout', 12);
    const duration = 'octavo_webhook_attempt_duration_seconds';
    expect(await metricValue(registry, duration, { outcome: 'timeout' }, 'sum')).toBe(12);
    const counts = await Promise.all([10, 15].map((le) => bucket(duration, le, { outcome: 'timeout' })));
    expect(counts).toEqual([0, 1]);
  });

  it('count pages, preempted attempts and the items and failures of periodic steps', async () => {
    metrics.pagesConverted(3);
    metrics.preempted();
    metrics.swept('expired', 2);
    metrics.swept('reclaimed', 5);
    metrics.sweepFailed('expired');
    expect(await value('octavo_pages_converted_total')).toBe(3);
    expect(await value('octavo_attempts_preempted_total')).toBe(1);
    expect(await value('octavo_swept_total', { what: 'expired' })).toBe(2);
    expect(await value('octavo_swept_total', { what: 'reclaimed' })).toBe(5);
    expect(await value('octavo_sweep_failures_total', { step: 'expired' })).toBe(1);
  });

  it('add up what the audits checked, and show the last number of findings', async () => {
    for (const count of [4, 0]) {
      metrics.ledgerRowsChecked(10);
      metrics.outputsChecked(20);
      metrics.ledgerDrift(count + 1);
      metrics.outputsMissing(count);
    }
    expect(await value('octavo_ledger_rows_checked_total')).toBe(20);
    expect(await value('octavo_outputs_checked_total')).toBe(40);
    expect(await value('octavo_ledger_drift_accounts')).toBe(1);
    expect(await value('octavo_outputs_missing')).toBe(0);
  });

  it('show the slots, and those in use at the time of the query', async () => {
    let busy = 1;
    metrics.watchSlots(4, () => busy);
    expect(await value('octavo_slots')).toBe(4);
    expect(await value('octavo_slots_busy')).toBe(1);
    busy = 3;
    expect(await value('octavo_slots_busy')).toBe(3);
  });
});
