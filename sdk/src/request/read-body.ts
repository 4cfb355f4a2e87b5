/** Reads a response body. The idle timeout runs only while a read is pending, so that a slow consumer causes no timeout. */
import type { Attempt } from './attempt.ts';
import { chunksOf } from './byte-stream.ts';

export async function* readBody(attempt: Attempt): AsyncGenerator<Uint8Array> {
  const { body } = attempt.response;
  if (body === null) {
    attempt.finish();
    return;
  }
  const chunks = chunksOf(body as ReadableStream<Uint8Array>);
  const { signal } = attempt;
  // Not every fetch implementation aborts the body when the signal fires.
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason);
  });
  ended.catch(() => {});
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    while (true) {
      attempt.resetTimeout();
      const { done, value } = await Promise.race([chunks.next(), ended]);
      attempt.pauseTimeout();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw attempt.toError(error);
  } finally {
    attempt.finish();
    signal.removeEventListener('abort', end);
    // Not awaited: a pending read that never ends would block it.
    chunks.return(undefined).catch(() => {});
  }
}
