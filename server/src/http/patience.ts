/** How long an answer may take its time: until it has, its client has gone, or the server is about to go. */
import type { FastifyReply } from 'fastify';

/** Aborted when the client has gone, or has been answered. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

export function patience(reply: FastifyReply, closing: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, ms);
  closing.addEventListener('abort', end);
  reply.raw.once('close', () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
    end();
  });
  if (closing.aborted) end();
  return over.signal;
}
