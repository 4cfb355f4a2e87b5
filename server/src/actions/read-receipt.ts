/** Signs the receipt of a done job. */
import type { Caller } from '../domain/caller.ts';
import type { Envelope } from '../domain/dsse.ts';
import { receiptStatement } from '../domain/receipt.ts';
import type { Store } from '../ports/store.ts';
import { requireDone } from './download-output.ts';
import { findJob } from './read-jobs.ts';
import { type ReceiptKeyPorts, signStatement } from './receipt-keys.ts';

export type ReadReceiptPorts = ReceiptKeyPorts & {
  readonly store: Pick<Store, 'jobs' | 'receipts'>;
  /** Public address of the service. */
  readonly publicUrl: string;
};

export async function readReceipt(ports: ReadReceiptPorts, caller: Caller, jobId: string): Promise<Envelope> {
  const { store, publicUrl } = ports;
  const job = await findJob(store, caller, jobId);
  requireDone(job);
  const [warnings, toolchains, reading] = await Promise.all([
    store.jobs.warnings(job.accountId, [job.id]),
    store.receipts.toolchains(job.accountId, job.id),
    store.jobs.reading(job.accountId, job.id),
  ]);
  const warningCodes = (warnings.get(job.id) ?? []).map(({ code }) => code);
  const statement = receiptStatement({ job, builder: publicUrl, toolchains, warningCodes, reading });
  return signStatement(ports, statement);
}
