/** Creates, lists, changes and removes webhooks. A secret is returned only when it is created. */
import type { Caller } from '../domain/caller.ts';
import { OctavoError } from '../domain/errors.ts';
import { canonicalId, newId } from '../domain/ids.ts';
import { type SealingKeys, seal } from '../domain/sealing.ts';
import { type Webhook, webhooksMax, webhookUrlCharsMax } from '../domain/webhook.ts';
import { newWebhookSecret, rotationOverlapMs } from '../domain/webhook-signature.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { NewWebhook, WebhookChange } from '../ports/webhook-store.ts';
import { readTarget, type TargetFault, type TargetPolicy } from '../protocol/webhook-target.ts';

export type ManageWebhooksPorts = {
  readonly store: Pick<Store, 'webhooks'>;
  readonly clock: Clock;
  readonly sealingKeys: SealingKeys;
  readonly webhookTargets: TargetPolicy;
};

export type RequestedWebhook = Pick<NewWebhook, 'url' | 'events' | 'description'>;
export type WebhookWithSecret = { readonly webhook: Webhook; readonly secret: string };

const targetFaults: Readonly<Record<TargetFault, string>> = {
  invalid_url: 'must be a URL that starts with https://, without a user name or password',
  insecure_url: 'must start with https://',
  private_address: 'must lead to a public address',
};

/** The same message whether it never existed, was removed, or belongs to another account. */
export function webhookNotFound(): OctavoError {
  return new OctavoError('webhook_not_found', 'Webhook not found.');
}

function acceptedUrl(text: string, policy: TargetPolicy): string {
  const target = readTarget(text, policy);
  // Escaping can make a URL longer.
  if (target.fault === null && target.url.href.length <= webhookUrlCharsMax) return target.url.href;
  const msg = target.fault === null ? 'is too long after escaping' : targetFaults[target.fault];
  throw new OctavoError('invalid_request', `The webhook URL ${msg}.`, {
    faults: [{ loc: ['body', 'url'], msg }],
  });
}

export async function createWebhook(
  { store, clock, sealingKeys, webhookTargets }: ManageWebhooksPorts,
  { account }: Caller,
  requested: RequestedWebhook,
): Promise<WebhookWithSecret> {
  const url = acceptedUrl(requested.url, webhookTargets);
  const secret = newWebhookSecret();
  const now = clock.now();
  const id = newId(now.getTime());
  const webhook = await store.webhooks.create(
    {
      ...requested,
      id,
      url,
      accountId: account.id,
      events: [...new Set(requested.events)],
      sealedSecret: seal(sealingKeys, secret, id),
      createdAt: now,
    },
    webhooksMax,
  );
  if (!webhook) {
    throw new OctavoError('webhook_limit_reached', `An account may have ${webhooksMax} webhooks.`);
  }
  return { webhook, secret };
}

export function listWebhooks(
  { store }: Pick<ManageWebhooksPorts, 'store'>,
  { account }: Caller,
): Promise<readonly Webhook[]> {
  return store.webhooks.list(account.id);
}

export async function readWebhook(
  { store }: Pick<ManageWebhooksPorts, 'store'>,
  { account }: Caller,
  webhookId: string,
): Promise<Webhook> {
  const id = canonicalId(webhookId);
  const webhook = id && (await store.webhooks.find(account.id, id));
  if (!webhook) throw webhookNotFound();
  return webhook;
}

export async function changeWebhook(
  ports: ManageWebhooksPorts,
  caller: Caller,
  webhookId: string,
  requested: WebhookChange,
): Promise<Webhook> {
  // Before the URL is checked: other accounts must not learn what is wrong with it.
  const { id } = await readWebhook(ports, caller, webhookId);
  const change = {
    ...requested,
    url: requested.url === undefined ? undefined : acceptedUrl(requested.url, ports.webhookTargets),
    events: requested.events && [...new Set(requested.events)],
  };
  const webhook = await ports.store.webhooks.update(caller.account.id, id, change, ports.clock.now());
  if (!webhook) throw webhookNotFound();
  return webhook;
}

export async function rotateWebhookSecret(
  { store, clock, sealingKeys }: ManageWebhooksPorts,
  { account }: Caller,
  webhookId: string,
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret();
  const now = clock.now();
  const until = new Date(now.getTime() + rotationOverlapMs);
  const id = canonicalId(webhookId);
  const webhook =
    id && (await store.webhooks.rotateSecret(account.id, id, seal(sealingKeys, secret, id), until, now));
  if (!webhook) throw webhookNotFound();
  return { webhook, secret };
}

export async function removeWebhook(
  { store }: Pick<ManageWebhooksPorts, 'store'>,
  { account }: Caller,
  webhookId: string,
): Promise<void> {
  const id = canonicalId(webhookId);
  const removed = id && (await store.webhooks.remove(account.id, id));
  if (!removed) throw webhookNotFound();
}
