/** Canaries: secrets in the environment, in a file and behind a port, which no parsed document may reach. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

export type Canaries = {
  readonly secret: string;
  readonly env: Readonly<Record<string, string>>;
  readonly file: string;
  readonly url: string;
  readonly port: number;
  /** Connections and packets that arrived. */
  hits(): number;
  close(): Promise<void>;
};

export async function placeCanaries(directory: string): Promise<Canaries> {
  const secret = `canary-${randomBytes(12).toString('hex')}`;
  const file = join(directory, 'canary.txt');
  writeFileSync(file, secret);
  chmodSync(file, 0o644);
  let hits = 0;
  const open = new Set<Socket>();
  const listener = createServer((socket) => {
    hits += 1;
    open.add(socket.on('close', () => open.delete(socket)));
    socket.on('error', () => {}).end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${secret}`);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const packets = createSocket('udp4', () => {
    hits += 1;
  }).bind(port, '127.0.0.1');
  await once(packets, 'listening');
  return {
    secret,
    env: { OCTAVO_CANARY: secret },
    file,
    url: `http://127.0.0.1:${port}/canary`,
    port,
    hits: () => hits,
    close: async () => {
      rmSync(file, { force: true });
      packets.close();
      listener.close();
      for (const socket of open) socket.destroy();
      await once(listener, 'close');
    },
  };
}

/** Decompressed streams of a PDF. */
function streamsOf(data: Buffer): Buffer[] {
  const text = data.toString('latin1');
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap((match) => {
    try {
      return [inflateSync(Buffer.from(match[1] ?? '', 'latin1'), { maxOutputLength: 50_000_000 })];
    } catch {
      return [];
    }
  });
}

/** Finds the secret as plain text, in compressed PDF streams, in base64 at any of its three offsets, and as UTF-16. */
export function containsSecret(data: Buffer, secret: string): boolean {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('x'.repeat(offset) + secret).toString('base64');
    // The characters at both ends depend on the adjacent bytes.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  const wide = Buffer.from(secret, 'utf16le').swap16();
  const wanted = [
    Buffer.from(secret),
    wide,
    Buffer.from(secret, 'utf16le'),
    ...base64.map((one) => Buffer.from(one)),
  ];
  const places = data.subarray(0, 5).toString('latin1') === '%PDF-' ? [data, ...streamsOf(data)] : [data];
  return places.some((place) => wanted.some((one) => place.includes(one)));
}
