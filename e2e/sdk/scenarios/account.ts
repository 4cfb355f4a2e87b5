/** The account, its keys and its plan. */
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';

export const account: Readonly<Record<string, Scenario>> = {
  'knows the account, its plan, its usage and the health of the service': async ({ client }) => {
    const me = await client.account.me();
    equal(me.tier, 'business', 'the tier');
    const plan = await client.plans.current();
    equal([plan?.tier, plan?.active_jobs_max], ['business', 20], 'the plan');
    const usage = await client.usage.retrieve();
    equal(usage.month.pages_limit, me.pages_limit, 'the month’s allowance');
    equal((await client.service.health()).status, 'ok', 'health');
    equal((await client.service.ready()).checks, { database: 'ok', storage: 'ok' }, 'readiness');
  },

  'changes how long jobs are kept': async ({ client }) => {
    equal(await client.retention.update({ retention_days: 30 }), { retention_days: 30 }, 'the new setting');
    equal(await client.retention.update({ retention_days: null }), { retention_days: null }, 'kept again');
    equal(await client.retention.retrieve(), { retention_days: null }, 'what is read back');
  },

  'creates a key, uses it, revokes it, and is then refused with what to do next': async ({
    sdk,
    client,
    baseUrl,
  }) => {
    const key = await client.apiKeys.create({ name: 'contract' });
    const other = new sdk.Octavo({ apiKey: key.raw_key, baseUrl, dangerouslyAllowBrowser: true });
    equal((await other.account.me()).id, (await client.account.me()).id, 'the account behind the key');
    await client.apiKeys.revoke(key.id);
    const listed = (await client.apiKeys.list()).find(({ id }) => id === key.id);
    isTrue(!listed?.is_active, 'the key is no longer active');
    const error = await thrown(other.account.me(), sdk.AuthenticationError);
    equal([error.status, error.code], [401, 'unauthorized'], 'the refusal');
    isTrue(error.requestId, 'the refusal has a request id');
    isTrue(error.message.endsWith(error.nextStep), 'the message ends with what to do next');
  },

  'gets a 403 that says keys need a larger plan': async ({ sdk, free }) => {
    const error = await thrown(free.apiKeys.create({ name: 'no' }), sdk.PlanError);
    equal([error.status, error.code], [403, 'plan_required'], 'the refusal');
  },
};
