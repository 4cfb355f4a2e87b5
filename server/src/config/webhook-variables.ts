/** Variables of webhooks. */
import { isIP } from 'node:net';
import { boolean, integer, isAddressOrNetwork, list } from './variable.ts';

/** `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:53`. */
function isNameServer(value: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(value) ?? [];
  return isIP(bracketed ?? plain ?? value) !== 0;
}

export const webhookVariables = {
  allowHttp: boolean({
    name: 'OCTAVO_WEBHOOK_ALLOW_HTTP',
    summary: 'Lets webhooks have URLs without TLS. Meant for tests and closed networks.',
    fallback: false,
  }),
  allowedNetworks: list(
    {
      name: 'OCTAVO_WEBHOOK_ALLOWED_NETWORKS',
      summary: 'Networks that webhooks may reach although they are not public. Empty: none.',
      fallback: '',
    },
    { wanted: 'IP addresses or networks such as `10.20.0.0/16`', accepts: isAddressOrNetwork },
  ),
  dnsServers: list(
    {
      name: 'OCTAVO_WEBHOOK_DNS_SERVERS',
      summary:
        'Name servers to ask for receivers of webhooks and for source URLs. Empty: those of the system. `/etc/hosts` is not read.',
      fallback: '',
    },
    { wanted: 'IP addresses, each with or without a port', accepts: isNameServer },
  ),
  timeoutMs: integer({
    name: 'OCTAVO_WEBHOOK_TIMEOUT_MS',
    summary: 'Time limit of an attempt, from the look-up of the name to the status of the answer.',
    fallback: 15_000,
    min: 100,
    max: 120_000,
  }),
  backoffSeconds: list(
    {
      name: 'OCTAVO_WEBHOOK_BACKOFF_SECONDS',
      summary:
        'Waits after the first, second, … failed attempt; after the last wait there is one more attempt.',
      fallback: '5,30,120,600,1800,3600,7200,14400,28800,28800',
    },
    { wanted: 'whole numbers of seconds', accepts: (value) => /^\d{1,6}$/.test(value) },
  ),
  concurrency: integer({
    name: 'OCTAVO_WEBHOOK_CONCURRENCY',
    summary: 'Attempts at once in a worker, at most 4 of them for one endpoint.',
    fallback: 50,
    min: 1,
    max: 1_000,
  }),
} as const;
