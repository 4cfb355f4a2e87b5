/**
 * A socket that fails when the server sends nothing for too long. TCP alone would wait for hours on a dead
 * connection.
 */
import { Socket } from 'node:net';

/** For the `stream` option of a client. The timeout must be longer than any answer may take. */
export function socketWithIdleTimeout(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(silenceMs, () => {
      const error = new Error(`no data received from the database for ${silenceMs} ms`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
