/** The server that payloads try to reach: records every path, and answers with a matching content type. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CanaryServer = {
  readonly url: string;
  readonly asked: string[];
  close(): Promise<void>;
};

export async function openCanaryServer(): Promise<CanaryServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    response.end(`console.log('octavo-ran ${(request.url ?? '').replace(/[^\w./-]/g, '')}')`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
