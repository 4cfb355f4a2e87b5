/** `identifyCaller` on fakes: which API keys are accepted, and on which plan. */
import { beforeEach, describe, expect, it } from 'vitest';
import { identifyCaller } from '../../src/actions/identify-caller.ts';
import { hashRawKey, newRawKey } from '../../src/domain/api-key.ts';
import { defaultPlans, type Tier } from '../../src/domain/plan.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { newAccount, noon, sampleKey } from '../contracts/samples.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
beforeEach(() => {
  store = memoryStore();
});

const sessions = {
  verify: async (token: string) => ({ issuer: 'https://id.test', subject: token, email: '' }),
};
const identify = (credentials: Parameters<typeof identifyCaller>[1]) =>
  identifyCaller({ store, sessions, plans: defaultPlans, clock: systemClock }, credentials);

async function keyOn(tier: Tier) {
  const { id: accountId } = await newAccount(store);
  await store.accounts.setTier(accountId, tier);
  const apiKey = newRawKey();
  const key = sampleKey(accountId, { hash: hashRawKey(apiKey) });
  await store.apiKeys.create(key, 10);
  return { accountId, apiKey, keyId: key.id };
}

describe('an API key', () => {
  it.each<Tier>(['pro', 'business'])('identifies its account on the plan %s', async (tier) => {
    const { accountId, apiKey, keyId } = await keyOn(tier);
    expect(await identify({ apiKey, bearerToken: undefined })).toMatchObject({
      account: { id: accountId, tier },
      plan: defaultPlans[tier],
      apiKeyId: keyId,
    });
  });

  it('is refused on the free plan, even with a valid session', async () => {
    const { apiKey } = await keyOn('free');
    for (const bearerToken of [undefined, 'alice']) {
      await expect(identify({ apiKey, bearerToken })).rejects.toMatchObject({ code: 'plan_required' });
    }
  });

  it('is recorded as used at most once a minute', async () => {
    const { accountId, apiKey, keyId } = await keyOn('pro');
    const usedAt = async (secondsAfterNoon: number) => {
      const clock = { now: () => new Date(noon.getTime() + secondsAfterNoon * 1_000) };
      const ports = { store, sessions, plans: defaultPlans, clock };
      await identifyCaller(ports, { apiKey, bearerToken: undefined });
      const keys = await store.apiKeys.list(accountId);
      const { lastUsedAt } = keys.find(({ id }) => id === keyId) ?? {};
      return ((lastUsedAt?.getTime() ?? 0) - noon.getTime()) / 1_000;
    };
    expect(await usedAt(0)).toBe(0);
    expect(await usedAt(60)).toBe(0);
    expect(await usedAt(61)).toBe(61);
  });

  it('is refused after it was revoked', async () => {
    const { accountId, apiKey, keyId } = await keyOn('pro');
    await store.apiKeys.revoke(accountId, keyId, noon);
    await expect(identify({ apiKey, bearerToken: undefined })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});
