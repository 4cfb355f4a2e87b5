/** An upload sent piece by piece, which stops at an early response and knows how many bytes it has sent. */
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Caller, credentialHeaders } from '../client/credentials.ts';
import type { Multipart } from '../client/multipart.ts';
import { context } from './context.ts';

export type Upload = {
  readonly caller: Caller;
  readonly body: Multipart;
  /** `chunked` leaves out Content-Length, so that only the stream itself can tell the size. */
  readonly framing?: 'length' | 'chunked';
  readonly expectContinue?: boolean;
  /** Stops after this many bytes of the body and waits for the response without ending the request. */
  readonly holdAfterBytes?: number;
  readonly node?: string;
  readonly timeoutMs?: number;
};

export type UploadAnswer = {
  readonly status: number;
  readonly json: unknown;
  readonly headers: IncomingMessage['headers'];
  /** Bytes handed to the network, headers included. */
  readonly bytesSent: number;
};

const pieceBytes = 65_536;

export async function upload(sent: Upload): Promise<UploadAnswer> {
  const outgoing = open(sent);
  const timeout = AbortSignal.timeout(sent.timeoutMs ?? 120_000);
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    timeout.addEventListener('abort', () => reject(new Error('no answer in time')));
  });
  let isAnswered = false;
  void response.then(
    () => {
      isAnswered = true;
    },
    () => {
      isAnswered = true;
    },
  );
  try {
    const mayStart = !sent.expectContinue || (await isAccepted(outgoing, response));
    if (mayStart) await send(outgoing, sent, () => isAnswered);
    const answer = await response;
    const bytesSent = outgoing.socket?.bytesWritten ?? 0;
    return { status: answer.statusCode ?? 0, headers: answer.headers, json: await bodyOf(answer), bytesSent };
  } finally {
    outgoing.destroy();
  }
}

function open({ caller, body, framing = 'length', expectContinue, node }: Upload): ClientRequest {
  const outgoing = httpRequest(new URL('/jobs', node ?? context.baseUrl), {
    method: 'POST',
    agent: false,
    headers: {
      ...credentialHeaders(caller),
      'content-type': body.contentType,
      ...(framing === 'length' ? { 'content-length': body.bytes } : { 'transfer-encoding': 'chunked' }),
      ...(expectContinue ? { expect: '100-continue' } : {}),
    },
  });
  // Callers get the error from their own promise; an error after the response is the announced close.
  outgoing.on('error', () => {});
  if (!expectContinue) outgoing.flushHeaders();
  return outgoing;
}

async function isAccepted(outgoing: ClientRequest, response: Promise<IncomingMessage>): Promise<boolean> {
  const goOn = once(outgoing, 'continue').then(() => true);
  return Promise.race([goOn, response.then(() => false)]);
}

async function send(outgoing: ClientRequest, { body, holdAfterBytes }: Upload, isAnswered: () => boolean) {
  let left = holdAfterBytes ?? Number.POSITIVE_INFINITY;
  for (const piece of pieces(body)) {
    if (isAnswered() || left <= 0 || outgoing.destroyed) return;
    const part = piece.subarray(0, Math.min(piece.length, left));
    left -= part.length;
    if (!outgoing.write(part)) await drained(outgoing, isAnswered);
    // Lets a response that has already arrived be processed before the next piece.
    await new Promise(setImmediate);
  }
  if (holdAfterBytes === undefined && !isAnswered()) outgoing.end();
}

async function drained(outgoing: ClientRequest, isAnswered: () => boolean): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const quiet = (wait: Promise<unknown>) => wait.catch(() => {});
  if (!isAnswered()) {
    await Promise.race(
      ['drain', 'response', 'close'].map((event) => quiet(once(outgoing, event, { signal }))),
    );
  }
  settled.abort();
}

function* pieces(body: Multipart) {
  for (const chunk of body.chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
  }
}

async function bodyOf(answer: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  try {
    for await (const part of answer) parts.push(part as Buffer);
  } catch {
    // The connection was closed in the middle of the answer: what is missing shows as a body that does not parse.
  }
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
