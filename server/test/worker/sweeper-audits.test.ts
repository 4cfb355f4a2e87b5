/** The audits of the sweeper: their gauges show the last full round, and a finding at once. */
import type { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LedgerCheck, StoredOutput } from '../../src/ports/stats.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';
import type { RecordingLog } from '../fakes/recording-log.ts';
import { metricValue } from '../metric-value.ts';
import { type TestSweeper, testSweeper } from './test-sweeper.ts';

let sweeper: TestSweeper;
let store: MemoryStore;
let registry: Registry;
let log: RecordingLog;

beforeEach(async () => {
  sweeper = await testSweeper();
  ({ store, registry, log } = sweeper);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  sweeper.start();
});

afterEach(() => sweeper.end());

const errors = () => log.lines.filter(({ level }) => level === 'error');

describe('the ledger audit', () => {
  async function step(check: LedgerCheck): Promise<number | undefined> {
    store.stats.checkLedger = async () => check;
    await vi.advanceTimersByTimeAsync(10_000);
    return metricValue(registry, 'octavo_ledger_drift_accounts');
  }
  const middle = { rows: 20, driftingAccountIds: [], next: { afterAccountId: 'account-20', open: [] } };
  const last = { rows: 5, driftingAccountIds: [], next: null };

  it('counts the compared rows and logs nothing while the counters are right', async () => {
    expect(await step(middle)).toBe(0);
    expect(await step(last)).toBe(0);
    expect(await metricValue(registry, 'octavo_ledger_rows_checked_total')).toBe(25);
    expect(log.lines).toEqual([]);
  });

  it('shows a drift at once, keeps it until a full round was right, and logs the accounts', async () => {
    expect(await step({ ...middle, driftingAccountIds: ['account-7'] })).toBe(1);
    expect(errors()).toEqual([
      {
        level: 'error',
        fields: { account_ids: ['account-7'] },
        message: 'counters differ from their ledger',
      },
    ]);
    expect(await step({ ...last, driftingAccountIds: ['account-21'] })).toBe(2);
    expect(errors().at(-1)?.fields).toEqual({ account_ids: ['account-7', 'account-21'] });
    expect(await step(middle), 'in the middle of the next round').toBe(2);
    expect(errors()).toHaveLength(2);
    expect(await step(last), 'after it').toBe(0);
    expect(errors()).toHaveLength(2);
  });

  it('shows no drift while another worker does the audit', async () => {
    expect(await step({ ...middle, driftingAccountIds: ['account-7'] })).toBe(1);
    sweeper.electedElsewhere.add('ledger_audit');
    expect(await step(middle)).toBe(0);
  });

  it('counts every drifting account and logs the first 20', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `account-${index}`);
    expect(await step({ ...last, driftingAccountIds: ids })).toBe(25);
    expect(errors()[0]?.fields).toEqual({ account_ids: ids.slice(0, 20) });
  });
});

describe('the output audit', () => {
  const output = (jobId: string): StoredOutput => ({
    jobId,
    accountId: 'account-1',
    format: 'markdown',
    objectKey: `${jobId}/attempt-1/document.md`,
    bytes: 1,
  });
  async function step(outputs: readonly StoredOutput[], isLast: boolean): Promise<number | undefined> {
    const next = isLast ? null : { jobId: 'job-0', format: 'markdown' as const };
    store.stats.storedOutputs = async () => ({ outputs, next });
    store.jobs.prefixesInUse = async (jobId) => new Set([`${jobId}/attempt-1/`, `${jobId}/attempt-1`]);
    await vi.advanceTimersByTimeAsync(30_000);
    return metricValue(registry, 'octavo_outputs_missing');
  }

  it('shows a missing output at once, and keeps it until a full round found none', async () => {
    expect(await step([output('job-2')], false)).toBe(1);
    expect(await step([output('job-1')], true)).toBe(2);
    expect(errors().map(({ fields }) => fields)).toEqual([
      { job_id: 'job-2', format: 'markdown' },
      { job_id: 'job-1', format: 'markdown' },
    ]);
    expect(await step([], false), 'in the middle of the next round').toBe(2);
    expect(await step([], true), 'after it').toBe(0);
    expect(errors()).toHaveLength(2);
    expect(await metricValue(registry, 'octavo_outputs_checked_total')).toBe(2);
  });

  it('shows no missing output while another worker does the audit', async () => {
    expect(await step([output('job-2')], false)).toBe(1);
    sweeper.electedElsewhere.add('output_audit');
    expect(await step([output('job-2')], false)).toBe(0);
  });
});
