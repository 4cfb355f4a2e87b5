/**
 * Resolves names with a resolver per call, so that slow name servers do not block others and lookups can be
 * cancelled.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type Address = { readonly address: string; readonly family: 4 | 6 };

export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly Address[]>;

const queryTimeoutMs = 3_000;
const queryTries = 2;

const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const answersOf = async (query: Promise<string[]>, family: 4 | 6) =>
  (await query).map((address): Address => ({ address, family }));

/** Queries both families. One without an answer is left out; none at all is an error. */
export function resolver(servers: readonly string[]): Resolve {
  return async (host, signal) => {
    const family = isIP(host);
    if (family === 4 || family === 6) return [{ address: host, family }];
    // localhost is always this machine, even if a name server returns another address.
    if (/(^|\.)localhost\.?$/i.test(host)) return loopback;
    const dnsResolver = new Resolver({ timeout: queryTimeoutMs, tries: queryTries });
    if (servers.length > 0) dnsResolver.setServers([...servers]);
    const cancel = () => dnsResolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([
        answersOf(dnsResolver.resolve4(host), 4),
        answersOf(dnsResolver.resolve6(host), 6),
      ]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length > 0) return found;
      throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error('no address');
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
