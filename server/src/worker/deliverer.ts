/** Delivers webhooks: claims due deliveries, limited in total and per endpoint, and shuts down cleanly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliverWebhookPorts, deliverWebhook } from '../actions/deliver-webhook.ts';
import type { Signals } from '../ports/tasks.ts';
import type { DeliveryClaim } from '../ports/webhook-store.ts';
import type { WorkerLog } from './attempt.ts';
import { pollOnDemand } from './poll-on-demand.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type DelivererPorts = DeliverWebhookPorts & {
  readonly signals: Pick<Signals, 'onDelivery'>;
  readonly log: WorkerLog;
  readonly metrics: WorkerMetrics;
  /** Concurrent attempts. */
  readonly concurrency: number;
  /** Longer than an attempt can take, or another worker would repeat it. */
  readonly leaseMs: number;
};

export type Deliverer = {
  /** Stops claiming, waits `finishMs` for running attempts, then hands them back. */
  stop(finishMs: number): Promise<void>;
};

const pollMs = 1_000;
const perEndpoint = 4;

type Running = { readonly claim: DeliveryClaim; readonly ended: Promise<void> };

export function startDeliverer(ports: DelivererPorts): Deliverer {
  const { store, log } = ports;
  const running = new Map<string, Running>();
  const abort = new AbortController();

  async function deliver(claim: DeliveryClaim): Promise<void> {
    const { id, webhookId } = claim.delivery;
    const about = { delivery_id: id, webhook_id: webhookId, attempt: claim.attempt };
    try {
      const { result, next, recorded } = await deliverWebhook(ports, claim, abort.signal);
      const { statusCode: status, fault, durationMs } = result;
      ports.metrics.webhookAttemptEnded(fault ?? 'delivered', durationMs / 1000);
      log.info({ ...about, status, fault, duration_ms: durationMs, next, recorded }, 'webhook attempt ended');
    } catch (error) {
      log.error({ ...about, err: error }, 'the result of a webhook attempt could not be recorded');
    }
  }

  function begin(claim: DeliveryClaim): void {
    const key = `${claim.delivery.id} ${claim.attempt}`;
    const ended = deliver(claim).finally(() => {
      running.delete(key);
      poller.trigger();
    });
    running.set(key, { claim, ended });
  }

  function busy(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { claim } of running.values()) {
      const { webhookId } = claim.delivery;
      counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
    }
    return counts;
  }

  const poller = pollOnDemand({
    poll: async () => {
      const limit = ports.concurrency - running.size;
      const due = { limit, perEndpoint, busy: busy(), leaseMs: ports.leaseMs };
      for (const claim of await store.webhooks.claimDue(due)) begin(claim);
      return false;
    },
    hasCapacity: () => running.size < ports.concurrency,
    onError: (error) => log.warn({ err: error }, 'deliveries could not be fetched'),
  });

  const allEnded = async () => {
    await poller.settled();
    await Promise.allSettled([...running.values()].map(({ ended }) => ended));
  };

  ports.signals.onDelivery(poller.trigger);
  const polling = setInterval(poller.trigger, pollMs);
  poller.trigger();

  return {
    stop: async (finishMs) => {
      poller.stop();
      clearInterval(polling);
      await Promise.race([allEnded(), sleep(finishMs, undefined, { ref: false })]);
      abort.abort(new Error('the worker is shutting down'));
      await allEnded();
    },
  };
}
