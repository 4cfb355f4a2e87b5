/** A TCP proxy that can drop all traffic without a reset, like a network partition. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** From here on nothing arrives at either side, and nobody is told. */
  partition(): void;
  /** What was held back arrives late, as after a cable was put back. */
  heal(): void;
  /** New connections work; the old ones stay silent for ever, as behind a firewall that forgot them. */
  healForgetting(): void;
  /** Cuts every connection; new ones reach the server at this port, as after a fail-over behind one address. */
  moveTo(port: number): void;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly server: Socket };

export async function openTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isOpen = true;
  let target = port;
  const listener = createServer({ allowHalfOpen: false }, (client) => {
    const server = connect(target, host);
    const pair = { client, server };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const side of [client, server]) side.on('error', end).on('close', end).setNoDelay(true);
    if (isOpen) join(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    partition: () => {
      isOpen = false;
      for (const { client, server } of pairs) {
        for (const side of [client, server]) side.unpipe().pause();
      }
    },
    heal: () => {
      isOpen = true;
      for (const pair of pairs) join(pair);
    },
    healForgetting: () => {
      isOpen = true;
      // The server's side goes, or its locks would stay; the client hears nothing of it.
      for (const { client, server } of pairs) {
        server.removeAllListeners('close').destroy();
        client.unpipe().pause();
      }
    },
    moveTo: (moved) => {
      target = moved;
      for (const { client, server } of pairs) {
        client.resetAndDestroy();
        server.destroy();
      }
    },
    close: async () => {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
}

function join({ client, server }: Pair): void {
  client.pipe(server);
  server.pipe(client);
}
