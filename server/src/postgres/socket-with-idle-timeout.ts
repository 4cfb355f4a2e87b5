/** A socket that gives up on a server from which nothing comes: behind a dead wire TCP alone would wait for hours. */
import { Socket } from 'node:net';

/** As `stream` of a client. The silence must be longer than any answer may take. */
export function socketWithIdleTimeout(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(silenceMs, () => {
      const error = new Error(`nothing was heard from the database for ${silenceMs} ms`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
