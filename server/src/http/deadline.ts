/** Signals that end a response: client disconnected, server closing, or time limit. */
import type { FastifyReply } from 'fastify';

/** A client may have disconnected before the listener is added: that event does not come again. */
export function whenClosed(reply: FastifyReply, then: () => void): void {
  if (reply.raw.closed) then();
  else reply.raw.once('close', then);
}

const disconnects = new WeakMap<FastifyReply, AbortSignal>();

/** Aborted when the client has disconnected, or the response is complete. One for each response. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const known = disconnects.get(reply);
  if (known) return known;
  const gone = new AbortController();
  whenClosed(reply, () => gone.abort());
  disconnects.set(reply, gone.signal);
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
