/** A webhook receiver on loopback: records requests and answers as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../at-end.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  answer: (request: Received, response: ServerResponse) => void;
};

/** Responds with 204 by default. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += part;
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body };
    received.push(request);
    receiver.answer(request, response);
  };
  const server = createServer((incoming, response) => void listener(incoming, response)).listen(0, host);
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host}:${port}`,
    port,
    received,
    answer: (_request, response) => response.writeHead(204).end(),
  };
  return receiver;
}
