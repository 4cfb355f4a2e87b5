/** How long an answer may take its time: until it has, its client has gone, or the server is about to go. */
import type { FastifyReply } from 'fastify';

/** A client may have gone while its credentials were looked at, before anybody listened: that event does not come again. */
export function whenClosed(reply: FastifyReply, then: () => void): void {
  if (reply.raw.closed) then();
  else reply.raw.once('close', then);
}

/** Aborted when the client has gone, or has been answered. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(reply, () => gone.abort());
  return gone.signal;
}

export function deadlineSignal(reply: FastifyReply, closing: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  const end = () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
    over.abort();
  };
  const timer = setTimeout(end, ms);
  closing.addEventListener('abort', end);
  whenClosed(reply, end);
  if (closing.aborted) end();
  return over.signal;
}
