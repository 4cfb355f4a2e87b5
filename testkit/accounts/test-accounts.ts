/** Accounts for tests, created as in production: a real sign-in and a first request. */
import { randomBytes } from 'node:crypto';
import { databaseAt } from '../environment/database.ts';
import type { ProcessEnv } from '../processes/fleet.ts';
import { runEntryPoint } from '../processes/run-entry-point.ts';
import { emailOf } from '../services/oidc-accounts.ts';
import { signIn } from '../services/sign-in.ts';

export type OpenedAccount = { readonly session: string; readonly email: string; readonly tier: string };

export type TestAccounts = {
  signInFresh(): Promise<{ session: string; email: string }>;
  open(tier: string): Promise<OpenedAccount>;
  /** By the operator's command. */
  setTier(email: string, tier: string): Promise<void>;
  usage(email: string): Promise<unknown>;
};

const adminEntry = 'server/src/start/admin.ts';

export function openTestAccounts(baseUrl: string, issuer: string, env: ProcessEnv): TestAccounts {
  const admin = (...args: string[]) => runEntryPoint(adminEntry, args, env);
  const database = databaseAt(env['OCTAVO_DATABASE_URL'] ?? '');
  const signInFresh = async () => {
    const user = `e2e-${randomBytes(6).toString('hex')}`;
    const { accessToken } = await signIn(issuer, user);
    return { session: accessToken, email: emailOf(user) };
  };
  return {
    signInFresh,
    async setTier(email, tier) {
      await admin('account', 'set-tier', email, tier);
    },
    async open(tier) {
      const { session, email } = await signInFresh();
      const response = await fetch(new URL('/auth/me', baseUrl), {
        headers: { authorization: `Bearer ${session}` },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`first request of ${email}: ${response.status} ${text}`);
      // As the operator's command does, which takes a second and a half of CPU time for each account.
      if (tier !== 'free')
        await database.rows('update accounts set tier = $1 where email = $2', [tier, email]);
      return { session, email, tier };
    },
    usage: async (email) => JSON.parse(await admin('usage', email, '--json')),
  };
}
