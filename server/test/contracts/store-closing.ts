/** Contract of `Store` for accounts that their owners delete. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../src/domain/account.ts';
import type { Store } from '../../src/ports/store.ts';
import { ampleLimits, doneJob, sampleJob, sampleKey } from './samples.ts';
import { sampleShare } from './store-shares.ts';

export function describeClosing(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  const identity = (): Identity => ({
    issuer: 'https://id.example.test',
    subject: randomUUID(),
    email: `${randomUUID()}@example.test`,
    issuedAt: new Date(Date.now() - 60_000),
  });
  const signIn = (who: Identity) => store.accounts.findOrCreate(who, new Date());
  const later = (who: Identity) => ({ ...who, issuedAt: new Date(Date.now() + 60_000) });
  const own = async (accountId: string) =>
    (await store.closedAccounts.jobs(10_000, [])).filter((job) => job.accountId === accountId);

  /** What the periodic steps do. */
  const remove = async (accountId: string) => {
    for (const { id } of await own(accountId)) {
      await store.jobs.beginDelete(accountId, id, new Date());
      await store.jobs.finishDelete(id);
    }
    return store.closedAccounts.empty(accountId);
  };
  const submit = async (accountId: string) => {
    const job = sampleJob(accountId, { createdAt: new Date() });
    await store.uploads.begin({ id: job.id, accountId }, 60_000);
    return store.jobs.admit(job, ampleLimits);
  };

  describe('a closed account', () => {
    it('has no identity, address, tier, setting or active key any more', async () => {
      const who = identity();
      const { id } = await signIn(who);
      await store.accounts.setTier(id, 'pro');
      const key = sampleKey(id);
      await store.apiKeys.create(key, 3);
      await store.retention.changeSettings(id, { retentionDays: 7 });
      expect(await store.closedAccounts.close(id)).toMatchObject({ jobs: 0 });
      expect(await store.accounts.find(id)).toMatchObject({ id, email: '', tier: 'free' });
      expect(await store.accounts.findByEmail(who.email)).toEqual([]);
      expect(await store.apiKeys.findActive(key.hash)).toBeNull();
      expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
      expect((await store.accounts.list(50)).some((account) => account.id === id)).toBe(false);
      expect(await store.closedAccounts.close(id)).toBeNull();
      expect(await store.closedAccounts.close(randomUUID())).toBeNull();
    });

    it('has no share links any more, and those of others still work', async () => {
      const [one, other] = [await signIn(identity()), await signIn(identity())];
      const jobs = [await doneJob(store, sampleJob(one.id)), await doneJob(store, sampleJob(other.id))];
      const shares = jobs.map((job) => sampleShare(job));
      for (const share of shares) await store.shares.create(share, 100);
      await store.closedAccounts.close(one.id);
      const found = await Promise.all(shares.map(({ tokenHash }) => store.shares.findActive(tokenHash)));
      expect(found.map((share) => share !== null)).toEqual([false, true]);
    });

    it('lists its jobs, which no sign-in brings back, until they are removed', async () => {
      const who = identity();
      const { id } = await signIn(who);
      const { id: other } = await signIn(identity());
      await submit(id);
      await submit(id);
      await submit(other);
      expect(await store.closedAccounts.close(id)).toMatchObject({ jobs: 2 });
      const [first] = await own(id);
      expect(await own(id)).toHaveLength(2);
      expect(await own(other)).toEqual([]);
      const rest = await store.closedAccounts.jobs(10_000, [first?.id ?? '']);
      expect(rest.filter((job) => job.accountId === id)).toHaveLength(1);
      expect(await store.closedAccounts.withoutFiles(10_000, [])).not.toContain(id);
      await expect(signIn(later(who))).rejects.toMatchObject({ code: 'service_unavailable' });
      await remove(id);
      expect(await own(id)).toEqual([]);
      expect(await store.apiKeys.list(id)).toEqual([]);
    });

    it('refuses tokens from before, and is empty for one from after, with the pages of the month', async () => {
      const who = identity();
      const { id } = await signIn(who);
      const admitted = await submit(id);
      if (admitted.kind !== 'admitted') throw new Error(admitted.kind);
      const before = await store.accounts.monthUsage(id, `${new Date().toISOString().slice(0, 7)}-01`);
      expect(before.pagesReserved).toBe(3);
      await store.closedAccounts.close(id);
      await remove(id);
      expect(await store.closedAccounts.withoutFiles(10_000, [])).not.toContain(id);
      await expect(signIn(who)).rejects.toMatchObject({ code: 'unauthorized' });
      const { issuedAt: _, ...undated } = who;
      await expect(signIn(undated)).rejects.toMatchObject({ code: 'unauthorized' });
      const again = await signIn(later(who));
      expect(again).toMatchObject({ id, email: who.email, tier: 'free' });
      expect(await store.jobs.list(id, { number: 1, size: 10 })).toMatchObject({ total: 0 });
      expect((await signIn(who)).id).toBe(id);
    });

    it('keeps its identity for the rest of the month', async () => {
      const who = identity();
      const { id } = await signIn(who);
      await store.closedAccounts.close(id);
      await remove(id);
      await store.closedAccounts.forgetIdentities(100);
      await expect(signIn(who)).rejects.toMatchObject({ code: 'unauthorized' });
    });
  });
}
