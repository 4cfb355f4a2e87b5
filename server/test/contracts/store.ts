/** What every `Store` promises, in memory or in Postgres. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admitted, claimed, newAccount, noon, roomy, sampleJob, sampleKey, sampleOutput } from './samples.ts';

const month = '2026-11-01';
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the Store contract`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });

    describe('accounts', () => {
      it('makes one account per subject, on tier free, however often it is seen', async () => {
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

      it('follows a changed e-mail address, and keeps the known one when a token names none', async () => {
        const identity = {
          issuer: 'https://id.example.test',
          subject: randomUUID(),
          email: 'a@example.test',
        };
        await store.accounts.findOrCreate(identity, noon);
        const changed = await store.accounts.findOrCreate({ ...identity, email: 'b@example.test' }, noon);
        const silent = await store.accounts.findOrCreate({ ...identity, email: '' }, noon);
        expect([changed.email, silent.email]).toEqual(['b@example.test', 'b@example.test']);
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

      it('finds an account by id, sets its tier, and answers null for strangers', async () => {
        const { id } = await newAccount(store);
        expect(await store.accounts.setTier(id, 'pro')).toMatchObject({ id, tier: 'pro' });
        expect(await store.accounts.find(id)).toMatchObject({ id, tier: 'pro' });
        expect(await store.accounts.find(randomUUID())).toBeNull();
        expect(await store.accounts.setTier(randomUUID(), 'pro')).toBeNull();
      });
    });

    describe('accounts, as an operator looks for them', () => {
      it('are found by e-mail in any case, all that have it, and listed newest first', async () => {
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
      it('never lets parallel creations pass the limit', async () => {
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

      it('finds an active key by its hash with its account, and a revoked one never again', async () => {
        const account = await newAccount(store);
        const asked = sampleKey(account.id);
        await store.apiKeys.create(asked, 1);
        const found = await store.apiKeys.findActive(asked.hash);
        expect(found?.key).toMatchObject({ id: asked.id, name: 'ci', keyPrefix: asked.keyPrefix });
        expect(found?.account).toEqual(account);
        expect(await store.apiKeys.revoke(account.id, asked.id, noon)).toBe(true);
        expect(await store.apiKeys.findActive(asked.hash)).toBeNull();
      });

      it('revokes twice with the first time kept, and never the key of another account', async () => {
        const [owner, stranger] = [await newAccount(store), await newAccount(store)];
        const asked = sampleKey(owner.id);
        await store.apiKeys.create(asked, 1);
        expect(await store.apiKeys.revoke(stranger.id, asked.id, noon)).toBe(false);
        expect(await store.apiKeys.findActive(asked.hash)).not.toBeNull();
        await store.apiKeys.revoke(owner.id, asked.id, noon);
        await store.apiKeys.revoke(owner.id, asked.id, minutesLater(5));
        expect((await store.apiKeys.list(owner.id))[0]?.revokedAt).toEqual(noon);
      });

      it('records use at most once a minute', async () => {
        const { id } = await newAccount(store);
        const asked = sampleKey(id);
        await store.apiKeys.create(asked, 1);
        const lastUsedAt = async () => (await store.apiKeys.list(id))[0]?.lastUsedAt;
        expect(await lastUsedAt()).toBeNull();
        await store.apiKeys.recordUse(asked.id, noon);
        await store.apiKeys.recordUse(asked.id, new Date(noon.getTime() + 30_000));
        expect(await lastUsedAt()).toEqual(noon);
        await store.apiKeys.recordUse(asked.id, minutesLater(2));
        expect(await lastUsedAt()).toEqual(minutesLater(2));
      });

      it('lists newest first', async () => {
        const { id } = await newAccount(store);
        for (const minute of [1, 3, 2]) {
          await store.apiKeys.create(
            sampleKey(id, { name: `k${minute}`, createdAt: minutesLater(minute) }),
            9,
          );
        }
        expect((await store.apiKeys.list(id)).map((key) => key.name)).toEqual(['k3', 'k2', 'k1']);
      });
    });

    describe('admission', () => {
      it('answers a pending job as it was asked for, and reserves its pages', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId, { pages: 7 });
        const admission = await store.jobs.admit(asked, roomy);
        expect(admission).toMatchObject({
          kind: 'admitted',
          job: {
            id: asked.id,
            accountId,
            status: 'pending',
            options: asked.options,
            source: asked.source,
            pageCount: null,
            errorMessage: null,
            outputs: [],
          },
        });
        expect(await store.jobs.find(accountId, asked.id)).toEqual(
          admission.kind === 'admitted' ? admission.job : null,
        );
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 0,
          pagesReserved: 7,
        });
      });

      it('admits exactly as many parallel jobs as there are slots, and leaves no trace of the rest', async () => {
        const { id } = await newAccount(store);
        const answers = await Promise.all(
          Array.from({ length: 40 }, () =>
            store.jobs.admit(sampleJob(id, { pages: 2 }), { ...roomy, activeJobsMax: 5 }),
          ),
        );
        expect(answers.filter((answer) => answer.kind === 'admitted')).toHaveLength(5);
        const refused = answers.find((answer) => answer.kind === 'too_many_jobs');
        expect(refused?.activeJobs).toBe(5);
        expect(await store.jobs.activeCount(id)).toBe(5);
        expect((await store.jobs.list(id, { number: 1, size: 100 })).total).toBe(5);
        expect(await store.accounts.monthUsage(id, month)).toEqual({ pagesCharged: 0, pagesReserved: 10 });
      });

      it('never reserves past the month, under any parallelism, and reaches the limit exactly', async () => {
        const { id } = await newAccount(store);
        const limits = { ...roomy, pagesPerMonth: 10 };
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => store.jobs.admit(sampleJob(id, { pages: 3 }), limits)),
        );
        expect(answers.filter((answer) => answer.kind === 'admitted')).toHaveLength(3);
        expect(await store.jobs.admit(sampleJob(id, { pages: 2 }), limits)).toEqual({
          kind: 'page_limit',
          usage: { pagesCharged: 0, pagesReserved: 9 },
        });
        await admitted(store, sampleJob(id, { pages: 1 }), limits);
        expect(await store.jobs.activeCount(id)).toBe(4);
      });

      it('refuses a document larger than the whole month, even as the first of it', async () => {
        const { id } = await newAccount(store);
        const answer = await store.jobs.admit(sampleJob(id, { pages: 11 }), { ...roomy, pagesPerMonth: 10 });
        expect(answer).toEqual({ kind: 'page_limit', usage: { pagesCharged: 0, pagesReserved: 0 } });
        expect(await store.jobs.activeCount(id)).toBe(0);
      });

      it('bills the month in which the job was accepted', async () => {
        const { id } = await newAccount(store);
        await admitted(store, sampleJob(id, { createdAt: new Date('2026-12-31T23:59:59.999Z') }));
        expect((await store.accounts.monthUsage(id, '2026-12-01')).pagesReserved).toBe(3);
        expect((await store.accounts.monthUsage(id, '2027-01-01')).pagesReserved).toBe(0);
      });
    });

    describe('reading', () => {
      it('lists most recent first, page by page, with the true total, also past the end', async () => {
        const { id } = await newAccount(store);
        const ids: string[] = [];
        for (const minute of [0, 1, 2, 3, 4]) {
          ids.unshift(await admitted(store, sampleJob(id, { createdAt: minutesLater(minute) })));
        }
        const page = async (number: number) => {
          const { items, total } = await store.jobs.list(id, { number, size: 2 });
          return { ids: items.map((job) => job.id), total };
        };
        expect(await page(1)).toEqual({ ids: ids.slice(0, 2), total: 5 });
        expect(await page(3)).toEqual({ ids: ids.slice(4), total: 5 });
        expect(await page(4)).toEqual({ ids: [], total: 5 });
      });

      it('shows nobody the job of another account', async () => {
        const [owner, stranger] = [await newAccount(store), await newAccount(store)];
        const id = await admitted(store, sampleJob(owner.id));
        expect(await store.jobs.find(stranger.id, id)).toBeNull();
        expect(await store.jobs.list(stranger.id, { number: 1, size: 10 })).toEqual({ items: [], total: 0 });
        expect(await store.jobs.beginDelete(stranger.id, id, noon)).toBe(false);
        expect(await store.jobs.find(owner.id, id)).not.toBeNull();
      });
    });

    describe('work', () => {
      it('gives a pending job to exactly one of many workers', async () => {
        const { id: accountId } = await newAccount(store);
        const id = await admitted(store, sampleJob(accountId));
        const claims = await Promise.all(Array.from({ length: 10 }, () => store.jobs.claim(id, 30_000)));
        const won = claims.filter((claim) => claim !== null);
        expect(won).toHaveLength(1);
        expect(won[0]).toMatchObject({ attempt: 1, job: { id, status: 'processing' } });
        expect(won[0]?.leaseUntil.getTime()).toBeGreaterThan(Date.now());
      });

      it('makes a job done, charged once and its outputs visible, all at once', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId, { pages: 7 });
        const { id, attempt } = await claimed(store, asked);
        const output = sampleOutput(asked, attempt);
        expect(
          await store.jobs.complete(id, attempt, { pageCount: 7, outputs: [output] }, minutesLater(1)),
        ).toBe(true);
        expect(await store.jobs.find(accountId, id)).toMatchObject({
          status: 'done',
          pageCount: 7,
          errorMessage: null,
          updatedAt: minutesLater(1),
          outputs: [output],
        });
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 7,
          pagesReserved: 0,
        });
        expect(await store.jobs.activeCount(accountId)).toBe(0);
      });

      it('charges the fewer pages when the engine counted fewer than were reserved', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId, { pages: 7 });
        const { id, attempt } = await claimed(store, asked);
        await store.jobs.complete(
          id,
          attempt,
          { pageCount: 5, outputs: [sampleOutput(asked, attempt)] },
          noon,
        );
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 5,
          pagesReserved: 0,
        });
      });

      it('lets many finish the same attempt and charges it once', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId);
        const { id, attempt } = await claimed(store, asked);
        const result = { pageCount: 3, outputs: [sampleOutput(asked, attempt)] };
        const ends = await Promise.all(
          Array.from({ length: 8 }, () => store.jobs.complete(id, attempt, result, noon)),
        );
        expect(ends.filter(Boolean)).toHaveLength(1);
        expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
      });

      it('fails a job with its reason, frees its slot and charges nothing', async () => {
        const { id: accountId } = await newAccount(store);
        const { id, attempt } = await claimed(store, sampleJob(accountId));
        expect(await store.jobs.fail(id, attempt, 'The document is damaged.', noon)).toBe(true);
        expect(await store.jobs.find(accountId, id)).toMatchObject({
          status: 'failed',
          pageCount: null,
          errorMessage: 'The document is damaged.',
          outputs: [],
        });
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 0,
          pagesReserved: 0,
        });
        expect(await store.jobs.activeCount(accountId)).toBe(0);
      });

      it('changes nothing for a worker whose attempt is over', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId);
        const { id, attempt: old } = await claimed(store, asked);
        expect(await store.jobs.handBack(id, old, null, noon)).toBe('pending');
        expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'pending' });
        const claim = await store.jobs.claim(id, 30_000);
        expect(claim?.attempt).toBe(old + 1);

        expect(await store.jobs.renew(id, old, 30_000)).toBe(false);
        expect(await store.jobs.fail(id, old, 'late', noon)).toBe(false);
        expect(await store.jobs.handBack(id, old, null, noon)).toBeNull();
        const late = { pageCount: 3, outputs: [sampleOutput(asked, old)] };
        expect(await store.jobs.complete(id, old, late, noon)).toBe(false);
        expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'processing', outputs: [] });
        expect(await store.jobs.renew(id, old + 1, 30_000)).toBe(true);
      });

      it.each(['engine', 'worker'] as const)(
        'fails a job that was lost too often by the %s, with the given sentence and uncharged',
        async (cause) => {
          const { id: accountId } = await newAccount(store);
          const loss = { cause, lossesMax: 2, errorMessage: 'It was lost too often.' };
          const first = await claimed(store, sampleJob(accountId));
          expect(await store.jobs.handBack(first.id, first.attempt, loss, noon)).toBe('pending');
          const second = await store.jobs.claim(first.id, 30_000);
          expect(await store.jobs.handBack(first.id, second?.attempt ?? 0, loss, noon)).toBe('failed');
          expect(await store.jobs.find(accountId, first.id)).toMatchObject({
            status: 'failed',
            errorMessage: 'It was lost too often.',
          });
          expect(await store.jobs.activeCount(accountId)).toBe(0);
          expect((await store.accounts.monthUsage(accountId, month)).pagesReserved).toBe(0);
        },
      );

      it('counts a hand-over without a loss for nothing', async () => {
        const { id: accountId } = await newAccount(store);
        const loss = { cause: 'worker', lossesMax: 2, errorMessage: 'lost' } as const;
        const { id } = await claimed(store, sampleJob(accountId));
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          expect(await store.jobs.handBack(id, attempt, null, noon)).toBe('pending');
          await store.jobs.claim(id, 30_000);
        }
        expect(await store.jobs.handBack(id, 6, loss, noon)).toBe('pending');
      });

      it('takes back jobs whose lease ran out, and no others', async () => {
        const { id: accountId } = await newAccount(store);
        const loss = { cause: 'worker', lossesMax: 8, errorMessage: 'lost' } as const;
        const alive = await claimed(store, sampleJob(accountId));
        const lost = await admitted(store, sampleJob(accountId));
        await store.jobs.claim(lost, 0);
        expect(await store.jobs.reclaimExpired(loss, 100, noon)).toBeGreaterThanOrEqual(1);
        expect(await store.jobs.find(accountId, lost)).toMatchObject({ status: 'pending' });
        expect(await store.jobs.find(accountId, alive.id)).toMatchObject({ status: 'processing' });
        expect((await store.jobs.claim(lost, 30_000))?.attempt).toBe(2);
      });

      it('hands the sealed password and the page counts to the worker, and forgets the password at the end', async () => {
        const { id: accountId } = await newAccount(store);
        const sealedPassword = Buffer.from('sealed');
        const id = await admitted(
          store,
          sampleJob(accountId, { sealedPassword, pages: 2, documentPages: 9 }),
        );
        const claim = await store.jobs.claim(id, 30_000);
        expect(claim).toMatchObject({ sealedPassword, pages: 2, documentPages: 9 });
        await store.jobs.handBack(id, claim?.attempt ?? 0, null, noon);
        expect((await store.jobs.claim(id, 30_000))?.sealedPassword).toEqual(sealedPassword);
      });

      it('keeps done and failed as they are', async () => {
        const { id: accountId } = await newAccount(store);
        const { id, attempt } = await claimed(store, sampleJob(accountId));
        await store.jobs.fail(id, attempt, 'first', noon);
        expect(await store.jobs.fail(id, attempt, 'second', noon)).toBe(false);
        expect(await store.jobs.handBack(id, attempt, null, noon)).toBeNull();
        expect(await store.jobs.claim(id, 30_000)).toBeNull();
        expect(await store.jobs.find(accountId, id)).toMatchObject({
          status: 'failed',
          errorMessage: 'first',
        });
      });
    });

    describe('deletion', () => {
      it('hides a pending job at once, frees its slot and gives its pages back', async () => {
        const { id: accountId } = await newAccount(store);
        const id = await admitted(store, sampleJob(accountId));
        expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(true);
        expect(await store.jobs.find(accountId, id)).toBeNull();
        expect(await store.jobs.list(accountId, { number: 1, size: 10 })).toEqual({ items: [], total: 0 });
        expect(await store.jobs.activeCount(accountId)).toBe(0);
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 0,
          pagesReserved: 0,
        });
        expect(await store.jobs.claim(id, 30_000)).toBeNull();
      });

      it('takes the job from a worker that is converting it: nothing late comes back', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId);
        const { id, attempt } = await claimed(store, asked);
        await store.jobs.beginDelete(accountId, id, noon);
        expect(await store.jobs.renew(id, attempt, 30_000)).toBe(false);
        const late = { pageCount: 3, outputs: [sampleOutput(asked, attempt)] };
        expect(await store.jobs.complete(id, attempt, late, noon)).toBe(false);
        expect(await store.accounts.monthUsage(accountId, month)).toEqual({
          pagesCharged: 0,
          pagesReserved: 0,
        });
      });

      it('gives nothing back for a job that was done', async () => {
        const { id: accountId } = await newAccount(store);
        const asked = sampleJob(accountId);
        const { id, attempt } = await claimed(store, asked);
        await store.jobs.complete(
          id,
          attempt,
          { pageCount: 3, outputs: [sampleOutput(asked, attempt)] },
          noon,
        );
        await store.jobs.beginDelete(accountId, id, noon);
        expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
      });

      it('can be begun again until it is finished, and settles once', async () => {
        const { id: accountId } = await newAccount(store);
        const id = await admitted(store, sampleJob(accountId));
        const begun = await Promise.all(
          Array.from({ length: 5 }, () => store.jobs.beginDelete(accountId, id, noon)),
        );
        expect(begun).toEqual([true, true, true, true, true]);
        expect(await store.jobs.activeCount(accountId)).toBe(0);
        await store.jobs.finishDelete(id);
        expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(false);
      });

      it('knows whether a worker may still be writing, until it lets go or its lease ends', async () => {
        const { id: accountId } = await newAccount(store);
        const { id, attempt } = await claimed(store, sampleJob(accountId));
        expect(await store.jobs.isHeld(id)).toBe(true);
        await store.jobs.letGo(id, attempt);
        expect(await store.jobs.isHeld(id)).toBe(true);
        await store.jobs.beginDelete(accountId, id, noon);
        expect(await store.jobs.unfinishedDeletes(minutesLater(1), 1_000)).not.toContainEqual({
          id,
          accountId,
        });
        await store.jobs.letGo(id, attempt);
        expect(await store.jobs.isHeld(id)).toBe(false);
        expect(await store.jobs.unfinishedDeletes(minutesLater(1), 1_000)).toContainEqual({ id, accountId });
        await store.jobs.finishDelete(id);
        expect(await store.jobs.unfinishedDeletes(minutesLater(1), 1_000)).not.toContainEqual({
          id,
          accountId,
        });
      });

      it('does not finish what was not begun', async () => {
        const { id: accountId } = await newAccount(store);
        const id = await admitted(store, sampleJob(accountId));
        await store.jobs.finishDelete(id);
        expect(await store.jobs.find(accountId, id)).not.toBeNull();
      });
    });

    describe('uploads', () => {
      it('are abandoned once nobody keeps them alive, and gone when their job is admitted or they end', async () => {
        const { id: accountId } = await newAccount(store);
        const [dead, alive, ended, admittedJob] = [1, 2, 3, 4].map(() => sampleJob(accountId));
        for (const job of [dead, alive, ended, admittedJob]) {
          await store.uploads.begin({ id: job?.id ?? '', accountId }, 0);
        }
        await store.uploads.keepAlive(alive?.id ?? '', 60_000);
        await store.uploads.end(ended?.id ?? '');
        await admitted(store, admittedJob ?? sampleJob(accountId));
        const abandoned = await store.uploads.abandoned(1_000);
        expect(abandoned.filter((place) => place.accountId === accountId)).toEqual([
          { id: dead?.id, accountId },
        ]);
      });
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
}
