/** Sends one part of a file to a signed URL of the storage, without credentials. */
import { ConnectionError, ConnectionTimeoutError, InputError } from '../errors/octavo-error.ts';
import { asStream } from './attempt.ts';
import { streamFrom } from './byte-stream.ts';
import type { Settings } from './client-options.ts';
import { canStreamRequests } from './runtime.ts';
import { startTimeout } from './timeout.ts';

export type PartContent = { readonly bytes: number; readonly open: () => AsyncIterable<Uint8Array> };

export type PartOptions = {
  readonly signal?: AbortSignal | undefined;
  /** For each 8 MiB, because a runtime does not tell how much of a body has been sent. */
  readonly idleTimeoutMs?: number | undefined;
};

const usualPartBytes = 8 * 1024 * 1024;
const nextStep =
  'Check that this machine reaches the storage, or send forms instead with directUploads: false.';

async function* complete({ bytes, open }: PartContent): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of open()) {
    sent += chunk.byteLength;
    yield chunk;
  }
  if (sent === bytes) return;
  throw new InputError('The file became shorter during the upload.', 'Upload it again when it is complete.');
}

async function inMemory(content: PartContent): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(content.bytes);
  let filled = 0;
  for await (const chunk of complete(content)) {
    whole.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return whole;
}

/** The storage needs the length, which browsers send only for what is in memory. */
async function bodyOf(content: PartContent): Promise<RequestInit> {
  if (!canStreamRequests()) return { body: await inMemory(content), redirect: 'manual' };
  const headers = { 'content-length': String(content.bytes) };
  return { ...asStream, headers, body: streamFrom(complete(content)) } as RequestInit;
}

export async function sendPart(
  settings: Settings,
  url: string,
  content: PartContent,
  options: PartOptions,
): Promise<void> {
  const { host } = new URL(url);
  const idleTimeoutMs = options.idleTimeoutMs ?? settings.idleTimeoutMs;
  const limitMs = idleTimeoutMs * Math.ceil(content.bytes / usualPartBytes);
  const timeout = startTimeout(limitMs, options.signal);
  try {
    const init = { ...(await bodyOf(content)), method: 'PUT', signal: timeout.signal };
    const response = await settings.fetch(url, init);
    await response.body?.cancel().catch(() => {});
    if (!response.ok)
      throw new ConnectionError(`The storage at ${host} answered ${response.status}.`, nextStep);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    const { cause } = error as { cause?: unknown };
    if (cause instanceof InputError) throw cause;
    if (error instanceof ConnectionError || error instanceof InputError) throw error;
    if (timeout.isTimedOut)
      throw new ConnectionTimeoutError(`The storage at ${host} did not answer in time.`, nextStep);
    throw new ConnectionError(`The connection to the storage at ${host} failed.`, nextStep, { cause: error });
  } finally {
    timeout.stop();
  }
}
