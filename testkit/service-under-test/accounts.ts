/** Accounts for tests: fresh ones from the operator's desk where there is one, otherwise those of the credentials file. */
import { type Account, context, type Tier } from './context.ts';

const { credentials } = context;

export function account(tier: Tier): Promise<Account> {
  return credentials.desk === undefined ? Promise.resolve(credentials[tier]) : desk('accounts', { tier });
}

/** A second account of the tier pro, never the same as `account('pro')`. */
export function stranger(): Promise<Account> {
  return credentials.desk === undefined
    ? Promise.resolve(credentials.other)
    : desk('accounts', { tier: 'pro' });
}

/** Only where the suite runs its own stack; the tests below `operator/` are left out elsewhere. */
export const setTier = (email: string, tier: Tier) => desk<void>('tier', { email, tier });

export const signInFresh = () => desk<{ session: string; email: string }>('sign-in', {});

/** A token signed with the provider's true key, its claims and header changed as asked. */
export const issueToken = async (change: { claims?: object; header?: object }) =>
  (await desk<{ token: string }>('tokens', change)).token;

/** Stops all workers (0) or starts as many as asked for; jobs stay pending while there are none. */
export const setWorkers = (count: number) => desk<void>('workers', { count });

/** Ends all workers in the middle of whatever they do. */
export const killWorkers = () => desk<void>('kill-workers', {});

/** One more API process, just started: what it holds in memory is not the trace of earlier tests. */
export const startNode = (corsOrigins: readonly string[] = []) =>
  desk<{ url: string; pid: number }>('node', { corsOrigins });

export type Usage = Readonly<Record<string, unknown>>;
export const usageByOperator = (email: string) => desk<Usage>('usage', { email });

export type FreshAccount = Account & { readonly email: string };
export const freshAccount = (tier: Tier) => desk<FreshAccount>('accounts', { tier });

async function desk<Reply>(path: string, body: object): Promise<Reply> {
  if (credentials.desk === undefined) throw new Error(`"${path}" needs the desk of the suite's own stack`);
  const response = await fetch(new URL(path, credentials.desk), {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the desk answered ${response.status}: ${text}`);
  return JSON.parse(text) as Reply;
}
