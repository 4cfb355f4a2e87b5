/** Runs what keeps the records in order again and again, a little apart from other workers' rounds. */

import { type AuditPorts, auditLedger } from '../actions/audit-ledger.ts';
import { type ForgetPorts, forget } from '../actions/forget.ts';
import { type SweepPorts, sweep } from '../actions/sweep.ts';
import type { WorkerLog } from './attempt.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type Sweeper = { stop(): Promise<void> };

type Round = (signal: AbortSignal) => Promise<Readonly<Record<string, number>>>;

const intervalMs = 2_000;
const auditIntervalMs = 30_000;

function repeat(round: Round, log: WorkerLog, everyMs = intervalMs): Sweeper {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      const swept = await round(stopping.signal);
      if (Object.values(swept).some((count) => count > 0)) log.info({ ...swept }, 'swept');
    } catch (error) {
      log.warn({ err: error }, 'a sweep could not be finished');
    }
  }

  function next(): void {
    if (stopping.signal.aborted) return;
    const jitter = 0.75 + Math.random() / 2;
    timer = setTimeout(() => {
      current = once().finally(next);
    }, everyMs * jitter);
  }

  next();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

export type SweeperPorts = SweepPorts &
  ForgetPorts &
  AuditPorts & { readonly log: WorkerLog; readonly metrics: WorkerMetrics };

/** Tells what one step of the audit found; nothing of it is news unless something drifts. */
function auditRound(ports: SweeperPorts): Round {
  const step = auditLedger(ports);
  return async () => {
    const { rows, drifting, roundEnded } = await step();
    ports.metrics.ledgerRowsChecked(rows);
    if (roundEnded || drifting.length > 0) ports.metrics.ledgerDrift(drifting.length);
    if (drifting.length > 0) {
      ports.log.error({ account_ids: drifting.slice(0, 20) }, 'counters differ from their ledger');
    }
    return {};
  };
}

export function startSweeper(ports: SweeperPorts): Sweeper {
  const counted =
    (round: Round): Round =>
    async (signal) => {
      const swept = await round(signal);
      ports.metrics.swept(swept);
      return swept;
    };
  // Apart, because jobs of a dead worker must not wait until a night's worth of expired ones is gone.
  const loops = [
    repeat(
      counted(() => sweep(ports)),
      ports.log,
    ),
    repeat(
      counted((signal) => forget(ports, signal)),
      ports.log,
    ),
    repeat(auditRound(ports), ports.log, auditIntervalMs),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
