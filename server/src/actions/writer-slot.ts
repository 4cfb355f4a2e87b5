/** A writer process for one request, shared fairly between accounts. */
import { OctavoError } from '../domain/errors.ts';
import type { WriterSlots } from '../domain/writer-slots.ts';

export type WriterSlotPorts = { readonly writerSlots: WriterSlots };

const slotWaitMs = 5_000;
const retrySeconds = 5;

export function busy(why: string): OctavoError {
  return new OctavoError('service_unavailable', `${why} Try again in ${retrySeconds} seconds.`, {
    retryAfterSeconds: retrySeconds,
  });
}

/** Not sent to anyone: it keeps a disconnect from being counted as a failure of the service. */
export const clientDisconnected = () =>
  new OctavoError('invalid_request', 'The client disconnected before the end.');

/** Dispose it to release the process. Throws `too_many_requests` or `service_unavailable` after five seconds. */
export async function acquireWriterSlot(
  { writerSlots }: WriterSlotPorts,
  account: string,
  signal: AbortSignal,
): Promise<Disposable> {
  const slot = await writerSlots.acquire(account, slotWaitMs, signal);
  if (typeof slot !== 'string') return slot;
  if (slot === 'cancelled') throw clientDisconnected();
  if (slot === 'service') throw busy('The service is writing as many outputs as it can.');
  throw new OctavoError(
    'too_many_requests',
    `Outputs of other jobs of your account are being written. Try again in ${retrySeconds} seconds.`,
    { retryAfterSeconds: retrySeconds },
  );
}
