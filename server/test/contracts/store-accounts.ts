/** Contract of `Store` for accounts and API keys. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admitted, minutesLater, newAccount, noon, sampleJob, sampleKey } from './samples.ts';

export function describeAccounts(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('accounts', () => {
    it('creates one account per subject, on the free tier, however often it signs in', async () => {
      const identity = {
        issuer: 'https://id.example.test',
        subject: randomUUID(),
        email: 'a@example.test',
      };
      const seen = await Promise.all(
        Array.from({ length: 8 }, () => store.accounts.findOrCreate(identity, noon)),
      );
      expect(new Set(seen.map((account) => account.id)).size).toBe(1);
      expect(seen[0]).toMatchObject({ email: 'a@example.test', tier: 'free', createdAt: noon });
    });

    it('updates a changed e-mail address, and keeps the known one when the token has none', async () => {
      const identity = {
        issuer: 'https://id.example.test',
        subject: randomUUID(),
        email: 'a@example.test',
      };
      await store.accounts.findOrCreate(identity, noon);
      const changed = await store.accounts.findOrCreate({ ...identity, email: 'b@example.test' }, noon);
      const withoutEmail = await store.accounts.findOrCreate({ ...identity, email: '' }, noon);
      expect([changed.email, withoutEmail.email]).toEqual(['b@example.test', 'b@example.test']);
    });

    it('keeps subjects of different issuers apart', async () => {
      const subject = randomUUID();
      const [a, b] = await Promise.all(
        ['https://a.test', 'https://b.test'].map((issuer) =>
          store.accounts.findOrCreate({ issuer, subject, email: '' }, noon),
        ),
      );
      expect(a?.id).not.toBe(b?.id);
    });

    it('finds an account by id, sets its tier, and returns null for unknown ones', async () => {
      const { id } = await newAccount(store);
      expect(await store.accounts.setTier(id, 'pro')).toMatchObject({ id, tier: 'pro' });
      expect(await store.accounts.find(id)).toMatchObject({ id, tier: 'pro' });
      expect(await store.accounts.find(randomUUID())).toBeNull();
      expect(await store.accounts.setTier(randomUUID(), 'pro')).toBeNull();
    });
  });
  describe('accounts in operator commands', () => {
    it('are found by e-mail, ignoring case and including duplicates, and listed newest first', async () => {
      const email = `${randomUUID()}@Example.test`;
      const [first, second] = [await newAccount(store, email), await newAccount(store, email)];
      const found = await store.accounts.findByEmail(email.toLowerCase());
      expect(found.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
      expect(await store.accounts.findByEmail('nobody@example.test')).toEqual([]);
      const later = await store.accounts.findOrCreate(
        { issuer: 'https://id.example.test', subject: randomUUID(), email },
        minutesLater(60),
      );
      expect((await store.accounts.list(1)).map(({ id }) => id)).toEqual([later.id]);
    });
  });
  describe('API keys', () => {
    it('never exceeds the limit under parallel creation', async () => {
      const { id } = await newAccount(store);
      const made = await Promise.all(
        Array.from({ length: 10 }, () => store.apiKeys.create(sampleKey(id), 3)),
      );
      expect(made.filter((key) => key !== null)).toHaveLength(3);
      expect(await store.apiKeys.list(id)).toHaveLength(3);
    });

    it('counts active keys only', async () => {
      const { id } = await newAccount(store);
      const first = await store.apiKeys.create(sampleKey(id), 1);
      expect(await store.apiKeys.create(sampleKey(id), 1)).toBeNull();
      await store.apiKeys.revoke(id, first?.id ?? '', noon);
      expect(await store.apiKeys.create(sampleKey(id), 1)).not.toBeNull();
    });

    it('finds an active key by its hash with its account and the number of its active jobs, but not a revoked one', async () => {
      const account = await newAccount(store);
      const newKey = sampleKey(account.id);
      await store.apiKeys.create(newKey, 1);
      const found = await store.apiKeys.findActive(newKey.hash);
      expect(found?.key).toMatchObject({ id: newKey.id, name: 'ci', keyPrefix: newKey.keyPrefix });
      expect(found?.account).toEqual(account);
      await admitted(store, sampleJob(account.id));
      expect((await store.apiKeys.findActive(newKey.hash))?.account).toEqual({ ...account, activeJobs: 1 });
      expect(await store.accounts.find(account.id)).toEqual({ ...account, activeJobs: 1 });
      expect(await store.apiKeys.revoke(account.id, newKey.id, noon)).toBe(true);
      expect(await store.apiKeys.findActive(newKey.hash)).toBeNull();
    });

    it('keeps the first revocation time on a repeat, and never revokes the key of another account', async () => {
      const [owner, otherAccount] = [await newAccount(store), await newAccount(store)];
      const newKey = sampleKey(owner.id);
      await store.apiKeys.create(newKey, 1);
      expect(await store.apiKeys.revoke(otherAccount.id, newKey.id, noon)).toBe(false);
      expect(await store.apiKeys.findActive(newKey.hash)).not.toBeNull();
      await store.apiKeys.revoke(owner.id, newKey.id, noon);
      await store.apiKeys.revoke(owner.id, newKey.id, minutesLater(5));
      expect((await store.apiKeys.list(owner.id))[0]?.revokedAt).toEqual(noon);
    });

    it('records the last use at most once a minute', async () => {
      const { id } = await newAccount(store);
      const newKey = sampleKey(id);
      await store.apiKeys.create(newKey, 1);
      const lastUsedAt = async () => (await store.apiKeys.list(id))[0]?.lastUsedAt;
      expect(await lastUsedAt()).toBeNull();
      await store.apiKeys.recordUse(newKey.id, noon);
      await store.apiKeys.recordUse(newKey.id, new Date(noon.getTime() + 30_000));
      expect(await lastUsedAt()).toEqual(noon);
      await store.apiKeys.recordUse(newKey.id, minutesLater(2));
      expect(await lastUsedAt()).toEqual(minutesLater(2));
    });

    it('lists newest first', async () => {
      const { id } = await newAccount(store);
      for (const minute of [1, 3, 2]) {
        await store.apiKeys.create(sampleKey(id, { name: `k${minute}`, createdAt: minutesLater(minute) }), 9);
      }
      expect((await store.apiKeys.list(id)).map((key) => key.name)).toEqual(['k3', 'k2', 'k1']);
    });
  });
}
