/** A load balancer for rolling restarts: passes requests on in turn, and takes a node out before it stops. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  readonly url: string;
  add(node: string): void;
  /** Sends no new requests to the node; it must finish its open ones. */
  takeOut(node: string): void;
  close(): Promise<void>;
};

type Backend = { readonly url: URL; readonly agent: Agent };

export async function openBalancer(nodes: readonly string[]): Promise<Balancer> {
  const backends = new Map<string, Backend>();
  const add = (node: string) => {
    backends.set(node, { url: new URL(node), agent: new Agent({ keepAlive: false }) });
  };
  for (const node of nodes) add(node);
  let turn = 0;
  const server = createServer((asked, answer) => {
    const ready = [...backends.values()];
    const backend = ready[turn % Math.max(1, ready.length)];
    turn += 1;
    if (backend === undefined) {
      answer.writeHead(502).end();
      return;
    }
    passOn(backend, asked, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add,
    takeOut: (node) => void backends.delete(node),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Nothing is retried: a node that drops a request shows as 502. */
function passOn(backend: Backend, asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname: host, port } = backend.url;
  const { method, url: path, headers } = asked;
  const onward = request({ host, port, method, path, headers, agent: backend.agent }, (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.pipe(answer);
    came.on('error', () => answer.destroy());
  });
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  asked.pipe(onward);
}
