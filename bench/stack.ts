/** The environment of one benchmark: a database, a bucket and processes of its own, and callers with an API key. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { openTestEnvironment, type TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { type Member, type ProcessEnv, repository } from '@octavo/testkit/processes/fleet.ts';
import { freshSeed, seededRandom } from '@octavo/testkit/seeded-random.ts';
import type { Context } from './bench.ts';
import { scratch } from './scratch.ts';

export type KeyHolder = { readonly key: string; readonly accountId: string };

export type StackNeeds = { readonly env?: ProcessEnv; readonly leaseMs?: number };

/** Plan limits must not influence the measurement. */
const roomyPlan = { business: { activeJobsMax: 10_000_000, pagesPerMonth: 1_000_000_000 } };

export async function openStack(
  context: Context,
  name: string,
  needs: StackNeeds = {},
): Promise<TestEnvironment> {
  const plans = join(await scratch(context), 'plans.json');
  writeFileSync(plans, JSON.stringify(roomyPlan));
  const environment = await openTestEnvironment({
    run: `bench-${name}`,
    random: seededRandom(freshSeed()),
    set: context.set,
    leaseMs: needs.leaseMs ?? 15_000,
    // Like the bucket of the quick start: versioning makes every write slower.
    bucket: { keepsVersions: false },
    env: { OCTAVO_ENGINE_HEAP_MB: '1024', OCTAVO_PLANS_FILE: plans, ...needs.env },
    say: context.say,
  });
  context.atEnd(() => environment.end());
  return environment;
}

export type Part = 'engine' | 'storage';

/** Starts a process of the service with these parts replaced by stubs, before any of its own code is loaded. */
export function stubbed(parts: readonly Part[]): ProcessEnv {
  const hooks = join(repository, 'bench/stub/hooks.ts');
  return { NODE_OPTIONS: `--import=${hooks}`, BENCH_STUBS: parts.join(',') };
}

/** Accounts on the largest plan, each with a key: sessions run out, keys do not. */
export async function openKeys(
  environment: TestEnvironment,
  api: Member,
  count: number,
): Promise<readonly KeyHolder[]> {
  const accounts = await environment.openAccounts(api, count, 'business');
  return Promise.all(
    accounts.map(async (caller) => {
      const body = JSON.stringify({ name: `bench ${randomBytes(3).toString('hex')}` });
      const headers = { 'content-type': 'application/json' };
      const made = await sendRequest(api.url, '/api-keys', { method: 'POST', caller, headers, body });
      const me = await sendRequest(api.url, '/auth/me', { caller });
      const { raw_key: key } = made.json as { raw_key?: string };
      const { id } = me.json as { id?: string };
      if (key === undefined || id === undefined)
        throw new Error(`no key: ${made.status} ${made.text} ${me.text}`);
      return { key, accountId: id };
    }),
  );
}

export async function startReady(start: () => Promise<Member>): Promise<Member> {
  const member = await start();
  await member.ready(120_000);
  return member;
}
