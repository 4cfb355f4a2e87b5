/** Settings of webhooks, from the configuration. */
import type { Config } from '../config/config.ts';
import { webhookSender } from '../outgoing/sender.ts';
import { networkList } from '../protocol/public-address.ts';
import type { TargetPolicy } from '../protocol/webhook-target.ts';

/** Added to the time limit of an attempt, for recording its result on a busy machine. */
const leaseSpareMs = 10_000;

export function webhookTargets({ webhooks }: Config): TargetPolicy {
  return { allowHttp: webhooks.allowHttp, allowedNetworks: networkList(webhooks.allowedNetworks) };
}

export function delivererSettings(config: Config) {
  const { timeoutMs, dnsServers, backoffSeconds, concurrency } = config.webhooks;
  return {
    sender: webhookSender({ policy: webhookTargets(config), timeoutMs, dnsServers }),
    backoffMs: backoffSeconds.map((seconds) => Number(seconds) * 1000),
    concurrency,
    leaseMs: timeoutMs + leaseSpareMs,
  };
}
