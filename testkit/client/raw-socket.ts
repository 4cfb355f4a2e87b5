/** A raw TCP client for requests that no HTTP library would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type RawResult = {
  /** Status of the response; 0 if the connection was closed without one. */
  readonly status: number;
  readonly body: string;
  /** The error code if the connection was not closed cleanly: `ECONNRESET`. */
  readonly fault?: string;
  /** From the connection to its end. */
  readonly tookMs: number;
  readonly bytesSent: number;
};

export type RawRequest = {
  readonly opening: string;
  /** Sent repeatedly until the server closes the connection. */
  readonly piece: string;
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** After this many bytes it only waits. */
  readonly bytesMax?: number;
  readonly onConnect?: () => void;
};

export async function sendRaw(base: string, said: RawRequest): Promise<RawResult> {
  const { opening, piece, everyMs, timeoutMs, bytesMax = Number.POSITIVE_INFINITY } = said;
  const began = performance.now();
  const socket = connect(Number(new URL(base).port), new URL(base).hostname);
  const received: Buffer[] = [];
  let fault: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.code ?? error.message;
  });
  socket.once('connect', () => said.onConnect?.());
  socket.on('data', (chunk) => received.push(chunk));
  const closed = once(socket, 'close').catch(() => {});
  socket.write(opening);
  const isOver = () => socket.destroyed || performance.now() - began > timeoutMs;
  while (!isOver()) {
    await Promise.race([closed, delay(everyMs)]);
    if (!isOver() && socket.bytesWritten < bytesMax) await sent(socket, piece);
  }
  const bytesSent = socket.bytesWritten;
  socket.destroy();
  const [head = '', body = ''] = Buffer.concat(received).toString('latin1').split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  const tookMs = performance.now() - began;
  return { status, body, tookMs, bytesSent, ...(fault === undefined ? {} : { fault }) };
}

/** Waits while the server does not read; otherwise the bytes would pile up in this process. */
async function sent(socket: Socket, piece: string): Promise<void> {
  if (piece === '' || socket.write(piece)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race(['drain', 'close'].map((event) => once(socket, event, { signal }).catch(() => {})));
  settled.abort();
}

const boundary = 'octavo-abuse';

/** The beginning of a chunked submit, up to the content of a part. */
export function submitOpening(session: string, part: 'file' | 'options', type = boundary): string {
  const fileName = part === 'file' ? '; filename="a.pdf"' : '';
  const content = part === 'file' ? '%PDF-1.7 ' : '';
  const head = [
    'POST /jobs HTTP/1.1',
    'host: octavo',
    `authorization: Bearer ${session}`,
    `content-type: multipart/form-data; boundary=${type}`,
    'transfer-encoding: chunked',
  ];
  const begin = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"${fileName}\r\n\r\n${content}`;
  return `${head.join('\r\n')}\r\n\r\n${chunk(begin)}`;
}

export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** One whole field of a form, as a piece of its body. */
export const fieldChunk = (name: string, value: string) =>
  chunk(`\r\n--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`);
