/** Responses before the end of the body: the rest is not read, and the connection closes after a short delay. */
import type { FastifyInstance } from 'fastify';

/**
 * Long enough for a client that is still sending to receive the response; closing immediately would reset the
 * connection.
 */
const lingerMs = 1_000;

export function stopReadingUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    reply.header('connection', 'close');
    // After a first read, Node no longer drains the rest when the response is finished.
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
 * `Expect: 100-continue` is answered by the handler that reads the body. Other expectations are ignored: Node would
 * answer them with an empty 417.
 */
export function delayContinue(app: FastifyInstance): void {
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (request, response) => app.routing(request, response));
  }
}

/** A type that Fastify cannot find malformed. */
const readableTypes = /^(multipart\/form-data\b|application\/json\s*(;\s*charset="?utf-8"?\s*)?$)/i;

/** Without these headers, no body is read. */
const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding'];

/** Ignores bodies of routes that take none: some clients send a type with every request. */
export function ignoreUnexpectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const isReadable = readableTypes.test(raw.headers['content-type'] ?? '');
    // Fastify answers a malformed type with 415 by itself; without one, the handler refuses the form with 400.
    if (routeOptions.config.holds === 'upload' && !isReadable) delete raw.headers['content-type'];
    if (routeOptions.schema?.body !== undefined) return;
    for (const name of bodyHeaders) delete raw.headers[name];
  });
}
