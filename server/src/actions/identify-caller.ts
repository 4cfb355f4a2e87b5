/** Identifies the caller of a request. An API key takes precedence over a token. */
import type { Account } from '../domain/account.ts';
import { hashRawKey, isRawKey } from '../domain/api-key.ts';
import { type Caller, type Credentials, unauthorized } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import type { Plans } from '../domain/plan.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Store } from '../ports/store.ts';

export type IdentifyCallerPorts = {
  readonly store: Pick<Store, 'accounts' | 'apiKeys'>;
  readonly sessions: Sessions;
  readonly plans: Plans;
  readonly clock: Clock;
};

const usePrecisionMs = 60_000;

async function byApiKey(ports: IdentifyCallerPorts, rawKey: string): Promise<Caller> {
  // The checksum rejects typing errors and guesses before they cost a lookup.
  const found = isRawKey(rawKey) ? await ports.store.apiKeys.findActive(hashRawKey(rawKey)) : null;
  if (!found) throw unauthorized();
  const plan = ports.plans[found.account.tier];
  const now = ports.clock.now();
  const lastUsedMs = found.key.lastUsedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (now.getTime() - lastUsedMs > usePrecisionMs) await ports.store.apiKeys.recordUse(found.key.id, now);
  return { account: found.account, plan, apiKeyId: found.key.id };
}

async function bySession(ports: IdentifyCallerPorts, token: string): Promise<Caller> {
  const identity = await ports.sessions.verify(token);
  if (!identity) throw unauthorized();
  const account: Account = await ports.store.accounts.findOrCreate(identity, ports.clock.now());
  return { account, plan: ports.plans[account.tier], apiKeyId: null };
}

/** `what` the plan would have to include, as the beginning of a sentence. */
export function requireProgrammaticAccess({ account, plan }: Caller, what: string): void {
  if (plan.programmaticAccess) return;
  throw new OctavoError(
    'plan_required',
    `${what} not part of the ${account.tier} plan. They work on Pro and Business.`,
  );
}

/** Whatever the plan of the caller includes. */
export async function identifyAnyCaller(
  ports: IdentifyCallerPorts,
  credentials: Credentials,
): Promise<Caller> {
  if (credentials.apiKey !== undefined) return byApiKey(ports, credentials.apiKey);
  if (credentials.bearerToken !== undefined) return bySession(ports, credentials.bearerToken);
  throw unauthorized();
}

export async function identifyCaller(ports: IdentifyCallerPorts, credentials: Credentials): Promise<Caller> {
  const caller = await identifyAnyCaller(ports, credentials);
  if (caller.apiKeyId !== null) requireProgrammaticAccess(caller, 'API keys are');
  return caller;
}
