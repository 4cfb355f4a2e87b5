/** A DNS server on loopback with answers set by the test, which can differ per query. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { atEnd } from '../at-end.ts';

export type NameServer = {
  readonly address: string;
  /** Names of received queries of type A. */
  readonly queries: readonly string[];
  /** IPv4 addresses for a name; an empty list for none, `null` for no answer at all. */
  answer: (name: string, times: number) => readonly string[] | null;
};

const typeA = 1;

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query.readUInt8(at) !== 0) {
    const length = query.readUInt8(at);
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function reply(query: Buffer, questionEnd: number, addresses: readonly string[]): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A response, with recursion desired and available.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, query.subarray(12, questionEnd + 4), ...records]);
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query);
    const isA = query.readUInt16BE(end) === typeA;
    if (isA) queries.push(name);
    const times = queries.filter((earlier) => earlier === name).length;
    const addresses = server.answer(name, times);
    if (addresses) socket.send(reply(query, end, isA ? addresses : []), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => socket.close());
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    answer: () => [],
  };
  return server;
}
