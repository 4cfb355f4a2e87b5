/** Deletes something; where an answer got lost and the second attempt finds nothing, that was us. */
import { NotFoundError } from '../errors/api-error.ts';
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';

export async function removeOnce(
  transport: Transport,
  path: string,
  options?: RequestOptions,
): Promise<void> {
  try {
    await transport.json({ method: 'DELETE', path, isRepeatable: true }, options);
  } catch (error) {
    if (error instanceof NotFoundError && error.attempts > 1) return;
    throw error;
  }
}
