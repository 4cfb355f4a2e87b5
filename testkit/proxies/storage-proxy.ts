/** A proxy between the service and its storage that injects errors, latency, truncated bodies and outages. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../seeded-random.ts';

export type StorageFaults = {
  /** Share of requests answered with 500 and never passed on. */
  readonly errors: number;
  /** Before a request is passed on. */
  readonly latencyMs: number;
  /** Share of requests whose connection ends in the middle of the request or response body. */
  readonly cuts: number;
  readonly isDown: boolean;
  /** Deletes of keys that contain one of these are answered with 403, as for objects under a lock. */
  readonly undeletable: readonly string[];
};

export type StorageProxy = {
  readonly url: string;
  readonly counts: { passed: number; errors: number; cuts: number; denied: number };
  misbehave(faults: Partial<StorageFaults>): Promise<void>;
  close(): Promise<void>;
};

const none: StorageFaults = { errors: 0, latencyMs: 0, cuts: 0, isDown: false, undeletable: [] };

export async function openStorageProxy(target: string, random: Random): Promise<StorageProxy> {
  const { hostname, port: targetPort } = new URL(target);
  let faults = none;
  const counts = { passed: 0, errors: 0, cuts: 0, denied: 0 };
  const handle = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { errors, cuts, latencyMs } = faults;
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (random.chance(errors)) {
      counts.errors += 1;
      asked.resume();
      refuse(answer, 500, 'InternalError');
      return;
    }
    const whole = isDelete(asked) ? await bodyOf(asked) : null;
    if (whole !== null && faults.undeletable.some((part) => `${asked.url} ${whole}`.includes(part))) {
      counts.denied += 1;
      refuse(answer, 403, 'AccessDenied');
      return;
    }
    const isCut = random.chance(cuts);
    counts[isCut ? 'cuts' : 'passed'] += 1;
    passOn(
      { host: hostname, port: Number(targetPort), isCut, cutsQuestion: random.chance(0.5), whole },
      asked,
      answer,
    );
  };
  const server = createServer((asked, answer) => void handle(asked, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    misbehave: async (changed) => {
      const wasDown = faults.isDown;
      faults = { ...none, ...changed };
      if (faults.isDown && !wasDown) await stop(server);
      if (!faults.isDown && wasDown) {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    close: async () => {
      if (server.listening) await stop(server);
    },
  };
}

/** One object by its path, or many by the keys in the body. */
const isDelete = ({ method, url }: IncomingMessage) =>
  method === 'DELETE' || (method === 'POST' && /[?&]delete\b/.test(url ?? ''));

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<Error><Code>${code}</Code></Error>`);
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

type Passage = {
  readonly host: string;
  readonly port: number;
  readonly isCut: boolean;
  readonly cutsQuestion: boolean;
  /** The body if it was read already; otherwise it is streamed. */
  readonly whole: Buffer | null;
};

/** The Host header is not changed, because it is part of the signature. */
function passOn(passage: Passage, asked: IncomingMessage, answer: ServerResponse): void {
  const { host, port, isCut } = passage;
  const hasBody = passage.whole === null && Number(asked.headers['content-length'] ?? 0) > 0;
  const cutsQuestion = isCut && hasBody && passage.cutsQuestion;
  const onward = request({ host, port, method: asked.method, path: asked.url, headers: asked.headers });
  onward.on('error', () => answer.destroy());
  asked.on('error', () => onward.destroy());
  onward.on('response', (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.on('error', () => answer.destroy());
    if (!isCut) {
      came.pipe(answer);
      return;
    }
    const half = Math.floor(Number(came.headers['content-length'] ?? 0) / 2);
    let sent = 0;
    came.on('data', (chunk: Buffer) => {
      const rest = chunk.subarray(0, Math.max(0, half - sent));
      sent += rest.length;
      answer.write(rest);
    });
    came.on('end', () => setImmediate(() => answer.destroy()));
  });
  if (passage.whole !== null) {
    onward.end(passage.whole);
    return;
  }
  if (!cutsQuestion) {
    asked.pipe(onward);
    return;
  }
  asked.once('data', (chunk: Buffer) => {
    onward.write(chunk.subarray(0, Math.ceil(chunk.length / 2)));
    setImmediate(() => {
      onward.destroy();
      answer.destroy();
    });
  });
}
