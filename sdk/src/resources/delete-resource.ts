/** Deletes a resource. If an earlier attempt got no response, "not found" counts as deleted. */
import { NotFoundError } from '../errors/api-error.ts';
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';

export async function deleteResource(
  transport: Transport,
  path: string,
  options?: RequestOptions,
): Promise<void> {
  try {
    await transport.json({ method: 'DELETE', path, isRepeatable: true }, options);
  } catch (error) {
    if (error instanceof NotFoundError && error.unansweredAttempts > 0) return;
    throw error;
  }
}
