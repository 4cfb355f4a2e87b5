/** Contract of `Store` for webhooks: their secrets, their owner, and when an endpoint is disabled. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import type { NextStep } from '../../src/domain/webhook.ts';
import type { Store } from '../../src/ports/store.ts';
import { minutesLater, newAccount, noon } from './samples.ts';
import {
  again,
  broken,
  due,
  firstPage,
  jobDone,
  logOf,
  newWebhook,
  ok,
  oneDue,
  sampleWebhook,
} from './webhook-samples.ts';

const daysLater = (days: number) => minutesLater(days * 24 * 60);

export function describeWebhooks(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  it('lists sealed secrets in batches, and replaces a secret unless it changed in between', async () => {
    const webhook = await newWebhook(store);
    const first = (await store.webhooks.sealedSecrets(null, 1))[0];
    expect((await store.webhooks.sealedSecrets(first?.webhookId ?? '', 1))[0]?.webhookId).not.toBe(
      first?.webhookId,
    );
    const find = async () =>
      (await store.webhooks.sealedSecrets(null, 10_000)).find((one) => one.webhookId === webhook.id);
    const read = await find();
    if (!read) throw new Error('expected the secret');
    expect(read).toMatchObject({ sealedSecret: Buffer.from('sealed'), sealedPrevious: null });
    expect(await store.webhooks.replaceSealed(read, Buffer.from('anew'), null)).toBe(true);
    expect(await find()).toMatchObject({ sealedSecret: Buffer.from('anew') });
    expect(await store.webhooks.replaceSealed(read, Buffer.from('late'), null)).toBe(false);
    await store.webhooks.rotateSecret(
      webhook.accountId,
      webhook.id,
      Buffer.from('next'),
      minutesLater(1),
      noon,
    );
    const rotated = await find();
    expect(rotated).toMatchObject({ sealedPrevious: Buffer.from('anew') });
    const renewed = Buffer.from('resealed');
    expect(rotated && (await store.webhooks.replaceSealed(rotated, Buffer.from('n'), renewed))).toBe(true);
    expect(await find()).toMatchObject({ sealedSecret: Buffer.from('n'), sealedPrevious: renewed });
  });

  describe('webhooks', () => {
    it('never exceed the limit under parallel creation', async () => {
      const { id } = await newAccount(store);
      const all = await Promise.all(
        Array.from({ length: 8 }, () => store.webhooks.create(sampleWebhook(id), 3)),
      );
      expect(all.filter((webhook) => webhook !== null)).toHaveLength(3);
      expect(await store.webhooks.list(id)).toHaveLength(3);
    });

    it('are listed newest first, and only accessible to their account', async () => {
      const mine = await newWebhook(store, { createdAt: minutesLater(1) });
      await store.webhooks.create(sampleWebhook(mine.accountId, { createdAt: minutesLater(2) }), 10);
      const listed = await store.webhooks.list(mine.accountId);
      expect(listed.map(({ createdAt }) => createdAt)).toEqual([minutesLater(2), minutesLater(1)]);
      const { id: otherAccount } = await newAccount(store);
      expect(await store.webhooks.list(otherAccount)).toEqual([]);
      expect(await store.webhooks.find(otherAccount, mine.id)).toBeNull();
      expect(await store.webhooks.update(otherAccount, mine.id, { description: 'x' }, noon)).toBeNull();
      expect(
        await store.webhooks.rotateSecret(otherAccount, mine.id, Buffer.from('x'), noon, noon),
      ).toBeNull();
      expect(await store.webhooks.listDeliveries(otherAccount, mine.id, firstPage)).toBeNull();
      expect(await store.webhooks.addTest(otherAccount, mine.id, newId(0), noon)).toEqual({ kind: 'absent' });
      await jobDone(store, mine.accountId);
      const [delivery] = await logOf(store, mine);
      expect(await store.webhooks.findDelivery(otherAccount, mine.id, delivery?.id ?? '')).toBeNull();
      expect(await store.webhooks.replay(otherAccount, mine.id, delivery?.id ?? '', noon)).toEqual({
        kind: 'absent',
      });
      expect(await store.webhooks.remove(otherAccount, mine.id)).toBe(false);
      expect(await store.webhooks.find(mine.accountId, mine.id)).not.toBeNull();
    });

    it('change only the given fields', async () => {
      const mine = await newWebhook(store);
      const changed = await store.webhooks.update(
        mine.accountId,
        mine.id,
        { events: ['job.failed'], description: 'failures' },
        minutesLater(1),
      );
      expect(changed).toMatchObject({
        url: 'https://receiver.example.test/hook',
        events: ['job.failed'],
        description: 'failures',
        enabled: true,
        updatedAt: minutesLater(1),
      });
    });

    it('keep the replaced secret until its given end', async () => {
      const mine = await newWebhook(store);
      const soon = new Date(Date.now() + 60_000);
      await store.webhooks.rotateSecret(mine.accountId, mine.id, Buffer.from('new'), soon, noon);
      await jobDone(store, mine.accountId);
      const claim = await oneDue(store, mine.id);
      expect([claim.sealedSecret.toString(), claim.sealedPreviousSecret?.toString()]).toEqual([
        'new',
        'sealed',
      ]);
      await store.webhooks.record(claim, broken, again, noon);
      const past = new Date(Date.now() - 1);
      await store.webhooks.rotateSecret(mine.accountId, mine.id, Buffer.from('newer'), past, noon);
      const later = await oneDue(store, mine.id);
      expect([later.sealedSecret.toString(), later.sealedPreviousSecret]).toEqual(['newer', null]);
    });

    it('are removed with their deliveries, even one in progress', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const claim = await oneDue(store, mine.id);
      expect(await store.webhooks.remove(mine.accountId, mine.id)).toBe(true);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(false);
      expect(await store.webhooks.listDeliveries(mine.accountId, mine.id, firstPage)).toBeNull();
    });
  });

  describe('a webhook endpoint', () => {
    it('that answers 410 is disabled at once, and its waiting deliveries end', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      await jobDone(store, mine.accountId);
      const [claim] = await due(store, mine.id, { perEndpoint: 1 });
      if (claim) await store.webhooks.record(claim, { ...broken, statusCode: 410 }, { kind: 'gone' }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({
        enabled: false,
        disabledReason: 'gone',
      });
      expect((await logOf(store, mine)).map(({ failure }) => failure)).toEqual([
        'endpoint_gone',
        'endpoint_gone',
      ]);
      expect(await store.webhooks.addTest(mine.accountId, mine.id, newId(0), noon)).toEqual({
        kind: 'disabled',
      });
      await store.webhooks.update(mine.accountId, mine.id, { enabled: true }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({
        enabled: true,
        disabledReason: null,
      });
    });

    it('with a new URL is not disabled by responses of the old URL', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const claim = await oneDue(store, mine.id);
      await store.webhooks.update(mine.accountId, mine.id, { url: 'https://new.example.test/' }, noon);
      await store.webhooks.record(claim, { ...broken, statusCode: 410 }, { kind: 'gone' }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({ enabled: true });
    });

    it('without a success for three days is disabled when a delivery exhausts its retries, not before', async () => {
      const mine = await newWebhook(store);
      const attemptAt = async (now: Date, next: NextStep) => {
        await jobDone(store, mine.accountId);
        await store.webhooks.record(
          await oneDue(store, mine.id),
          next.kind === 'delivered' ? ok : broken,
          next,
          now,
        );
        return (await store.webhooks.find(mine.accountId, mine.id))?.disabledReason;
      };
      const later: NextStep = { kind: 'retry', delayMs: 3_600_000 };
      expect(await attemptAt(daysLater(0), { kind: 'exhausted' })).toBeNull();
      expect(await attemptAt(daysLater(2), { kind: 'delivered' })).toBeNull();
      expect(await attemptAt(daysLater(2), later)).toBeNull();
      expect(await attemptAt(daysLater(4), { kind: 'exhausted' })).toBeNull();
      expect(await attemptAt(daysLater(6), later)).toBeNull();
      expect(await attemptAt(daysLater(6), { kind: 'exhausted' })).toBe('failing');
    });

    it('that is disabled ends waiting deliveries; a delivery in progress ends by itself', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      await jobDone(store, mine.accountId);
      const [inProgress] = await due(store, mine.id, { perEndpoint: 1 });
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      const states = async () => (await logOf(store, mine)).map(({ state }) => state).toSorted();
      expect(await states()).toEqual(['failed', 'pending']);
      if (inProgress) await store.webhooks.record(inProgress, broken, again, noon);
      expect((await logOf(store, mine)).map(({ failure }) => failure)).toEqual([
        'endpoint_disabled',
        'endpoint_disabled',
      ]);
    });
  });
}
