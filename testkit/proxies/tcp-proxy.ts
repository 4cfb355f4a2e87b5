/** A TCP proxy that can drop all traffic without a reset, like a network partition. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** Drops all traffic in both directions without closing connections. */
  partition(): void;
  /** Delivers the delayed bytes, as after a cable was reconnected. */
  heal(): void;
  /** New connections work; old ones never respond again, as after a firewall lost its state. */
  healForgetting(): void;
  /** Cuts every connection; new ones reach the server at this port, as after a failover behind one address. */
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
      // The server side is closed to release its locks; the client is not notified.
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
