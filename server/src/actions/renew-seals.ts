/** Reseals every webhook secret and the key of receipts with the first key, so that older keys can be removed. */
import { renewSeal, type SealingKeys } from '../domain/sealing.ts';
import type { Store } from '../ports/store.ts';
import type { SealedSecrets } from '../ports/webhook-store.ts';

export type RenewSealsPorts = {
  readonly store: Pick<Store, 'receipts' | 'webhooks'>;
  readonly sealingKeys: SealingKeys;
};

export type SealsRenewed = {
  readonly webhooks: number;
  readonly renewed: number;
  /** No configured key unseals them: these webhooks cannot sign. */
  readonly unopened: readonly string[];
  /** `none`: no receipt was read yet. `unopened`: rotate it, or receipts cannot be signed. */
  readonly receiptKey: 'none' | 'renewed' | 'current' | 'unopened';
};

const batch = 200;

const isUnopened = (error: unknown) => error instanceof Error && error.message.startsWith('no sealing key');

type Outcome = 'renewed' | 'current' | 'unopened' | 'changed';

/** The previous secret may be older than any configured key; it no longer signs then. */
function renewPrevious(keys: SealingKeys, sealed: Buffer | null, webhookId: string): Buffer | null {
  try {
    return sealed && renewSeal(keys, sealed, webhookId);
  } catch {
    return null;
  }
}

async function renewOne({ store, sealingKeys }: RenewSealsPorts, read: SealedSecrets): Promise<Outcome> {
  const { webhookId, sealedSecret, sealedPrevious } = read;
  try {
    const secret = renewSeal(sealingKeys, sealedSecret, webhookId);
    const previous = renewPrevious(sealingKeys, sealedPrevious, webhookId);
    if (!secret && !previous) return 'current';
    const done = await store.webhooks.replaceSealed(read, secret ?? sealedSecret, previous ?? sealedPrevious);
    return done ? 'renewed' : 'changed';
  } catch (error) {
    if (isUnopened(error)) return 'unopened';
    throw error;
  }
}

async function renewAll(ports: RenewSealsPorts): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (let after: string | null = null; ; ) {
    const secrets: readonly SealedSecrets[] = await ports.store.webhooks.sealedSecrets(after, batch);
    for (const read of secrets) outcomes.set(read.webhookId, await renewOne(ports, read));
    after = secrets.at(-1)?.webhookId ?? null;
    if (secrets.length < batch) return outcomes;
  }
}

async function renewReceiptKey({ store, sealingKeys }: RenewSealsPorts): Promise<SealsRenewed['receiptKey']> {
  const key = (await store.receipts.keys()).find(({ retiredAt }) => retiredAt === null);
  if (!key?.sealedPrivateKey) return 'none';
  try {
    const sealed = renewSeal(sealingKeys, key.sealedPrivateKey, key.id);
    if (!sealed) return 'current';
    // A key that was rotated in between is sealed with the first key.
    return (await store.receipts.replaceSealed(key, sealed)) ? 'renewed' : 'current';
  } catch (error) {
    if (isUnopened(error)) return 'unopened';
    throw error;
  }
}

/** Safe to repeat, and while the service is running. */
export async function renewSeals(ports: RenewSealsPorts): Promise<SealsRenewed> {
  let renewed = 0;
  for (;;) {
    const outcomes = await renewAll(ports);
    const ids = (wanted: Outcome) => [...outcomes].filter(([, one]) => one === wanted).map(([id]) => id);
    renewed += ids('renewed').length;
    // Secrets were rotated in between: the previous one may still be sealed with an old key.
    if (ids('changed').length > 0) continue;
    const receiptKey = await renewReceiptKey(ports);
    return { webhooks: outcomes.size, renewed, unopened: ids('unopened'), receiptKey };
  }
}
