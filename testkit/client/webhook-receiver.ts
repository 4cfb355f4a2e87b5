/** A webhook receiver whose responses a test controls. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  answer: (response: ServerResponse, request: Received) => void;
  /** Resolves to the requests with this `webhook-id` once there are `count` of them. */
  got(deliveryId: string, count?: number, timeoutMs?: number): Promise<readonly Received[]>;
  close(): Promise<void>;
};

/** Responds with 204 unless the test sets another response. */
export async function openReceiver(host: string): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (part) => {
      body += part;
    });
    incoming.on('end', () => {
      const { url: path = '', headers } = incoming;
      received.push({ path, headers, body });
      receiver.answer(response, { path, headers, body });
    });
  }).listen(0, host);
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received,
    answer: (response) => response.writeHead(204).end(),
    got: async (deliveryId, count = 1, timeoutMs = 30_000) => {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const found = received.filter(({ headers }) => headers['webhook-id'] === deliveryId);
        if (found.length >= count) return found;
        if (performance.now() > deadline)
          throw new Error(`${found.length} of ${count} requests for ${deliveryId} within ${timeoutMs} ms`);
        await delay(50);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
