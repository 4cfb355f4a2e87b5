/** A TCP proxy to the database that can silently stop forwarding. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';

export type CuttableConnection = { readonly url: string; cut(): void };

export async function cuttableConnectionTo(url: string): Promise<CuttableConnection> {
  const { hostname, port } = new URL(url);
  const pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const side of [near, far]) side.on('error', () => {});
    near.pipe(far);
    far.pipe(near);
    pairs.push([near, far]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutOff: Socket[] = [];
  atEnd(() => {
    for (const side of [...pairs.flat(), ...cutOff]) side.destroy();
    server.close();
  });
  const proxyUrl = new URL(url);
  proxyUrl.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const side of pairs.splice(0).flat()) cutOff.push(side.unpipe().pause());
  };
  return { url: proxyUrl.href, cut };
}
