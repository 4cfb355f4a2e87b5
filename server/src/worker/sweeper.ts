/**
 * Runs the periodic steps, each in its own loop, so that one that fails or hangs does not block the others. Of all
 * workers, the one that is elected runs a step.
 */
import { type AuditPorts, auditLedger } from '../actions/audit-ledger.ts';
import { type AuditOutputsPorts, auditOutputs } from '../actions/audit-outputs.ts';
import {
  emptyClosedAccounts,
  forgetClosedIdentities,
  type RemoveClosedPorts,
  removeJobsOfClosed,
} from '../actions/close-account.ts';
import {
  type ExpirePorts,
  expireJobs,
  pruneDeliveries,
  pruneErasures,
  pruneEvents,
  pruneIdempotencyKeys,
} from '../actions/expire-and-prune.ts';
import {
  finishDeletions,
  type ReconcilePorts,
  reclaimLeases,
  removeAbandonedOutputs,
  removeAbandonedUploads,
  removeDirectUploads,
  requeueLostTasks,
  type Step,
} from '../actions/reconcile.ts';
import type { ItemFailed } from '../domain/isolated-items.ts';
import type { Election } from '../ports/election.ts';
import type { WorkerLog } from './attempt.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type SweeperPorts = ReconcilePorts &
  ExpirePorts &
  RemoveClosedPorts &
  AuditPorts &
  AuditOutputsPorts & {
    readonly log: WorkerLog;
    readonly metrics: WorkerMetrics;
    /** Difference between this process's clock and the database's; `null` while it is unknown. */
    readonly clockSkewMs: () => number | null;
    readonly election: Election;
  };

export type Sweeper = { stop(): Promise<void> };

const intervalMs = 2_000;
const auditIntervalMs = 30_000;
/** Its steps are smaller than those of the output audit, so it runs more often. */
const ledgerAuditIntervalMs = 10_000;
/** With a larger skew a process expires and prunes nothing, although the database's clock decides. */
const clockSkewMsMax = 60_000;

/** Another worker takes over a step that takes longer. */
const stepMsMax = 60_000;
/** After a failure, which may be one of this worker alone. Long enough for another worker to be elected. */
const withdrawnMs = 6_000;

type PeriodicStep = {
  readonly name: string;
  readonly run: Step;
  readonly everyMs?: number;
  /** Called instead of `run` while another worker is elected. */
  readonly onSkipped?: () => void;
};

function repeat(step: PeriodicStep, { log, metrics, election }: SweeperPorts): Sweeper {
  const { name, everyMs = intervalMs } = step;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let standing: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    if (!election.isElected(name)) return step.onSkipped?.();
    const slow = setTimeout(() => election.withdraw(name), stepMsMax);
    try {
      const count = await step.run(stopping.signal);
      election.stand(name);
      metrics.swept(name, count);
      if (count > 0) log.info({ step: name, count }, 'swept');
    } catch (error) {
      metrics.sweepFailed(name);
      log.warn({ step: name, err: error }, 'a periodic step failed');
      election.withdraw(name);
      standing = setTimeout(() => election.stand(name), withdrawnMs);
    } finally {
      clearTimeout(slow);
    }
  }

  function next(): void {
    if (stopping.signal.aborted) return;
    // Jitter, to spread the rounds of the workers.
    const jitter = 0.75 + Math.random() / 2;
    timer = setTimeout(() => {
      current = once().finally(next);
    }, everyMs * jitter);
  }

  election.stand(name);
  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
      clearTimeout(standing);
      election.withdraw(name);
    },
  };
}

function ledgerAudit(ports: SweeperPorts): Step {
  const audit = auditLedger(ports);
  return async () => {
    const { rows, drifting, roundEnded } = await audit();
    ports.metrics.ledgerRowsChecked(rows);
    if (roundEnded || drifting.length > 0) ports.metrics.ledgerDrift(drifting.length);
    if (drifting.length > 0) {
      ports.log.error({ account_ids: drifting.slice(0, 20) }, 'counters differ from their ledger');
    }
    return 0;
  };
}

function outputAudit(ports: SweeperPorts): Step {
  const audit = auditOutputs(ports);
  return async () => {
    const { checked, missing, missingInRound, roundEnded } = await audit();
    ports.metrics.outputsChecked(checked);
    if (roundEnded || missingInRound > 0) ports.metrics.outputsMissing(missingInRound);
    for (const { jobId, format } of missing) {
      ports.log.error({ job_id: jobId, format }, 'an output of a done job is not in storage');
    }
    return 0;
  };
}

function periodicSteps(ports: SweeperPorts): readonly PeriodicStep[] {
  const failedIn =
    (step: string): ItemFailed =>
    (id, error) => {
      ports.metrics.sweepFailed(step);
      ports.log.warn(
        { step, id, err: error },
        'an item of a periodic step failed and is skipped for a while',
      );
    };
  const withItems = (name: string, step: (on: SweeperPorts, failed: ItemFailed) => Step) => ({
    name,
    run: step(ports, failedIn(name)),
  });
  /** Steps that remove things by age. */
  const byAge = ({ name, run }: PeriodicStep): PeriodicStep => ({
    name,
    run: async (signal) => {
      const skewMs = ports.clockSkewMs();
      if (skewMs !== null && Math.abs(skewMs) <= clockSkewMsMax) return run(signal);
      throw new Error(
        skewMs === null
          ? 'the clock of this process has not been compared with the database yet'
          : `the clock of this process is ${Math.round(skewMs / 1000)} s away from the database's: nothing is removed by age`,
      );
    },
  });
  return [
    withItems('reclaimed', reclaimLeases),
    withItems('requeued', requeueLostTasks),
    withItems('deleted', finishDeletions),
    withItems('uploads_removed', removeAbandonedUploads),
    withItems('outputs_removed', removeAbandonedOutputs),
    byAge(withItems('direct_uploads_removed', removeDirectUploads)),
    byAge(withItems('expired', expireJobs)),
    withItems('closed_accounts_jobs', removeJobsOfClosed),
    withItems('closed_accounts_emptied', emptyClosedAccounts),
    byAge({ name: 'closed_accounts_forgotten', run: forgetClosedIdentities(ports) }),
    byAge({ name: 'events_pruned', run: pruneEvents(ports) }),
    byAge({ name: 'idempotency_keys_pruned', run: pruneIdempotencyKeys(ports) }),
    byAge({ name: 'deliveries_forgotten', run: pruneDeliveries(ports) }),
    byAge({ name: 'erasures_pruned', run: pruneErasures(ports) }),
    {
      name: 'ledger_audit',
      run: ledgerAudit(ports),
      everyMs: ledgerAuditIntervalMs,
      onSkipped: () => ports.metrics.ledgerDrift(0),
    },
    {
      name: 'output_audit',
      run: outputAudit(ports),
      everyMs: auditIntervalMs,
      onSkipped: () => ports.metrics.outputsMissing(0),
    },
  ];
}

export function startSweeper(ports: SweeperPorts): Sweeper {
  const loops = periodicSteps(ports).map((step) => repeat(step, ports));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
