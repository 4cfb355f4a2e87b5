/** Writes an event stream: no faster than its client reads, and for no longer than credentials may be trusted unasked. */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

/** How soon a client that lost its stream comes back. */
const retryMs = 1_000;
/** Streams are opened anew after this, so that credentials are looked at again. */
export const streamLifeMs = 15 * 60_000;

export async function sendEventStream(
  reply: FastifyReply,
  frames: AsyncIterable<string>,
  end: AbortSignal,
): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that would collect the stream before passing it on are asked not to.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${retryMs}\n\n`);
  try {
    for await (const frame of frames) {
      if (raw.destroyed) break;
      if (!raw.write(frame)) await once(raw, 'drain', { signal: end });
    }
  } catch {
    // The headers are out: whatever went wrong, the client comes back with the last id it has heard.
  } finally {
    raw.end();
  }
}
