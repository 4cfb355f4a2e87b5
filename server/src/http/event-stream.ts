/** Writes an event stream at the speed of its client, for a limited time. */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

/** Delay after which a client reconnects. */
const retryMs = 1_000;
/** Streams end after this, so that credentials are checked again. */
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
    // Asks proxies not to buffer the stream.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${retryMs}\n\n`);
  try {
    for await (const frame of frames) {
      if (raw.destroyed) break;
      if (!raw.write(frame)) await once(raw, 'drain', { signal: end });
    }
  } catch {
    // The headers are sent: after an error the client reconnects with its last event id.
  } finally {
    raw.end();
  }
}
