/** The keys that sign statements. The first one is made when it is needed, so that nothing has to be configured. */
import { type Envelope, signEnvelope } from '../domain/dsse.ts';
import { receiptPayloadType } from '../domain/receipt.ts';
import {
  newReceiptKey,
  type PublicJwk,
  privateKeyOf,
  type ReceiptKey,
  toPublicJwk,
} from '../domain/receipt-key.ts';
import type { SealingKeys } from '../domain/sealing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

export type ReceiptKeyPorts = {
  readonly store: Pick<Store, 'receipts'>;
  readonly sealingKeys: SealingKeys;
  readonly clock: Clock;
};

async function readKeys({ store, sealingKeys, clock }: ReceiptKeyPorts): Promise<readonly ReceiptKey[]> {
  const keys = await store.receipts.keys();
  if (keys.some(({ retiredAt }) => retiredAt === null)) return keys;
  await store.receipts.addFirstKey(newReceiptKey(sealingKeys, clock.now()));
  return store.receipts.keys();
}

/** Signs an in-toto statement with the active key. */
export async function signStatement(ports: ReceiptKeyPorts, statement: Buffer): Promise<Envelope> {
  const key = (await readKeys(ports)).find(({ retiredAt }) => retiredAt === null);
  if (!key) throw new Error('no key signs statements');
  const privateKey = privateKeyOf(ports.sealingKeys, key);
  return signEnvelope(receiptPayloadType, statement, { id: key.id, privateKey });
}

/** Also retired ones, so that every receipt can be verified. */
export async function publicReceiptKeys(ports: ReceiptKeyPorts): Promise<readonly PublicJwk[]> {
  return (await readKeys(ports)).map(toPublicJwk);
}

/** Resolves to the new key. Receipts of earlier keys stay valid. */
export async function rotateReceiptKey({ store, sealingKeys, clock }: ReceiptKeyPorts): Promise<ReceiptKey> {
  const key = newReceiptKey(sealingKeys, clock.now());
  await store.receipts.replaceKey(key);
  return key;
}
