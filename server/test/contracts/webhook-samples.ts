/** Ready-made webhooks, finished jobs and claimed deliveries for tests of a `Store`. */
import { newId } from '../../src/domain/ids.ts';
import type { NextStep } from '../../src/domain/webhook.ts';
import type { Store } from '../../src/ports/store.ts';
import type { DeliveryClaim, NewWebhook } from '../../src/ports/webhook-store.ts';
import { claimed, newAccount, noon, sampleJob, sampleOutput } from './samples.ts';

export const firstPage = { state: null, page: { number: 1, size: 20 } };
export const ok = { statusCode: 204, fault: null, redirects: 0, durationMs: 12 } as const;
export const broken = { statusCode: 500, fault: 'status', redirects: 0, durationMs: 34 } as const;
export const again: NextStep = { kind: 'retry', delayMs: 0 };

type OwnedWebhook = { readonly accountId: string; readonly id: string };

export function sampleWebhook(accountId: string, overrides: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: newId(noon.getTime()),
    accountId,
    url: 'https://receiver.example.test/hook',
    events: ['job.done', 'job.failed'],
    description: '',
    sealedSecret: Buffer.from('sealed'),
    createdAt: noon,
    ...overrides,
  };
}

/** A webhook of a new account. */
export async function newWebhook(store: Store, overrides: Partial<NewWebhook> = {}): Promise<OwnedWebhook> {
  const account = await newAccount(store);
  const webhook = await store.webhooks.create(sampleWebhook(account.id, overrides), 10);
  if (!webhook) throw new Error('expected a webhook');
  return { accountId: account.id, id: webhook.id };
}

export async function jobDone(store: Store, accountId: string): Promise<string> {
  const newJob = sampleJob(accountId);
  const claim = await claimed(store, newJob);
  const outputs = [sampleOutput(newJob, claim)];
  await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [] }, noon);
  return claim.id;
}

export async function jobFailed(store: Store, accountId: string): Promise<string> {
  const claim = await claimed(store, sampleJob(accountId));
  await store.jobs.fail(claim, 'The file is damaged.', noon);
  return claim.id;
}

export const logOf = async (store: Store, webhook: OwnedWebhook) =>
  (await store.webhooks.listDeliveries(webhook.accountId, webhook.id, firstPage))?.items ?? [];

/** Claims all due deliveries of this endpoint; those left by other tests are released at once. */
export async function due(
  store: Store,
  webhookId: string,
  overrides: Partial<{ perEndpoint: number; leaseMs: number }> = {},
): Promise<readonly DeliveryClaim[]> {
  const request = { limit: 1_000, perEndpoint: 100, busy: new Map<string, number>(), leaseMs: 60_000 };
  const claims = await store.webhooks.claimDue({ ...request, ...overrides });
  const others = claims.filter(({ delivery }) => delivery.webhookId !== webhookId);
  for (const claim of others) await store.webhooks.record(claim, broken, { kind: 'released' }, noon);
  return claims.filter(({ delivery }) => delivery.webhookId === webhookId);
}

export async function oneDue(store: Store, webhookId: string, leaseMs = 60_000): Promise<DeliveryClaim> {
  const [claim] = await due(store, webhookId, { leaseMs });
  if (!claim) throw new Error('expected a due delivery');
  return claim;
}

export async function detail(store: Store, webhook: OwnedWebhook, deliveryId: string) {
  const found = await store.webhooks.findDelivery(webhook.accountId, webhook.id, deliveryId);
  if (!found) throw new Error('expected a delivery');
  return found;
}
