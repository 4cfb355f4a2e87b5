/** Accounts for tests: created through the control server where there is one, otherwise those of the credentials file. */
import { type Account, context, type Tier } from './context.ts';

const { credentials } = context;

export function account(tier: Tier): Promise<Account> {
  return credentials.controlServer === undefined
    ? Promise.resolve(credentials[tier])
    : control('accounts', { tier });
}

/** A second account of the tier pro, never the same as `account('pro')`. */
export function stranger(): Promise<Account> {
  return credentials.controlServer === undefined
    ? Promise.resolve(credentials.other)
    : control('accounts', { tier: 'pro' });
}

/** Only where the suite runs its own stack; the tests below `operator/` are left out elsewhere. */
export const setTier = (email: string, tier: Tier) => control<void>('tier', { email, tier });

export const signInFresh = () => control<{ session: string; email: string }>('sign-in', {});

/** A token signed with the provider's true key, its claims and header changed as asked. */
export const issueToken = async (change: { claims?: object; header?: object }) =>
  (await control<{ token: string }>('tokens', change)).token;

/** Stops all workers (0) or starts as many as asked for; jobs stay pending while there are none. */
export const setWorkers = (count: number) => control<void>('workers', { count });

/** Kills all workers with SIGKILL. */
export const killWorkers = () => control<void>('kill-workers', {});

/** Starts another API process, whose memory is not influenced by earlier tests. */
export const startNode = (corsOrigins: readonly string[] = []) =>
  control<{ url: string; pid: number }>('node', { corsOrigins });

export type Usage = Readonly<Record<string, unknown>>;
export const usageByOperator = (email: string) => control<Usage>('usage', { email });

export type FreshAccount = Account & { readonly email: string };
export const freshAccount = (tier: Tier) => control<FreshAccount>('accounts', { tier });

async function control<Reply>(path: string, body: object): Promise<Reply> {
  if (credentials.controlServer === undefined)
    throw new Error(`"${path}" needs the control server of the suite's own stack`);
  const response = await fetch(new URL(path, credentials.controlServer), {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the control server returned ${response.status}: ${text}`);
  return JSON.parse(text) as Reply;
}
