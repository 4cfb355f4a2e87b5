/** Signs the certificate of an erasure, with the key of receipts. */
import type { Caller } from '../domain/caller.ts';
import type { Envelope } from '../domain/dsse.ts';
import { erasureStatement } from '../domain/erasure.ts';
import { OctavoError } from '../domain/errors.ts';
import { canonicalId } from '../domain/ids.ts';
import type { Store } from '../ports/store.ts';
import { type ReceiptKeyPorts, signStatement } from './receipt-keys.ts';

export type ReadErasurePorts = ReceiptKeyPorts & {
  readonly store: Pick<Store, 'erasures' | 'receipts'>;
  /** Public address of the service. */
  readonly publicUrl: string;
};

const retryAfterSeconds = 2;

export async function readErasure(
  ports: ReadErasurePorts,
  { account }: Caller,
  jobId: string,
): Promise<Envelope> {
  const { store, publicUrl } = ports;
  const id = canonicalId(jobId);
  const erasure = id && (await store.erasures.find(account.id, id));
  if (!erasure) throw new OctavoError('erasure_not_found', 'There is no erasure of a job with this id.');
  if (erasure === 'deleting') {
    const message = 'The job is being deleted. Its erasure can be certified when all files are gone.';
    throw new OctavoError('erasure_not_finished', message, { retryAfterSeconds });
  }
  return signStatement(ports, erasureStatement(erasure, publicUrl));
}
