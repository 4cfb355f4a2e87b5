/** Signs the receipt of a done job. */
import type { Caller } from '../domain/caller.ts';
import { type Envelope, signEnvelope } from '../domain/dsse.ts';
import { receiptPayloadType, receiptStatement } from '../domain/receipt.ts';
import { privateKeyOf } from '../domain/receipt-key.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import { type ReceiptKeyPorts, signingKey } from './receipt-keys.ts';

export type ReadReceiptPorts = ReceiptKeyPorts & {
  readonly store: Pick<Store, 'jobs' | 'receipts'>;
  /** Public address of the service. */
  readonly publicUrl: string;
};

export async function readReceipt(ports: ReadReceiptPorts, caller: Caller, jobId: string): Promise<Envelope> {
  const { store, sealingKeys, publicUrl } = ports;
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  const [warnings, toolchains, reading, key] = await Promise.all([
    store.jobs.warnings(job.accountId, [job.id]),
    store.receipts.toolchains(job.accountId, job.id),
    store.jobs.reading(job.accountId, job.id),
    signingKey(ports),
  ]);
  const warningCodes = (warnings.get(job.id) ?? []).map(({ code }) => code);
  const statement = receiptStatement({ job, builder: publicUrl, toolchains, warningCodes, reading });
  return signEnvelope(receiptPayloadType, statement, {
    id: key.id,
    privateKey: privateKeyOf(sealingKeys, key),
  });
}
