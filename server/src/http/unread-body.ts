/** Answers that come before the whole body: the rest is not read, and the connection ends after a short linger. */
import type { FastifyInstance } from 'fastify';

/** Long enough for a client that is still sending to notice the answer; closing at once would reset it away. */
const lingerMs = 1_000;

export function stopReadingUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    reply.header('connection', 'close');
    // Once asked for a first block, Node no longer drains the rest by itself when the answer is finished.
    raw.read(0);
    raw.pause();
    const { socket } = raw;
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
  });
}

/** `Expect: 100-continue` is answered by the handler that wants the body, not before it is known to want it. */
export function delayContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => app.routing(request, response));
}
