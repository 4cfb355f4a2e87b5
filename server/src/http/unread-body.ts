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

/**
 * `Expect: 100-continue` is answered by the handler that wants the body, not before it is known to want it. Any other
 * expectation is nobody's here: Node would answer it with an empty 417, so it is passed over.
 */
export function delayContinue(app: FastifyInstance): void {
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.routing(request, response));
  }
}

/** What describes a body; without it, nobody looks for one. */
const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding'];

/** Where no body is wanted, one is passed over, whatever it is: some clients send a type with every request. */
export function ignoreUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.schema?.body !== undefined) return;
    for (const name of bodyHeaders) delete raw.headers[name];
  });
}
