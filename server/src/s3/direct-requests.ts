/**
 * Stores small files and reads objects without the SDK, which takes 2 to 3 ms of CPU for a request; here it is a
 * quarter of that. Only what succeeds at once: everything else is left to the SDK, with its retries, its handling of
 * clocks and regions, and its errors.
 */
import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { GetOptions, MeasuredFile, PutFileOptions } from '../ports/blobs.ts';
import { type S3Settings, type Storage, socketsMaxOf, timeouts } from './client.ts';
import { requestSignerFor, type SignedRequest } from './signed-request.ts';
import { addressOf } from './signing.ts';

export type DirectRequests = {
  /** False when the SDK has to send it. Rejects only when the signal aborts. */
  put(key: string, file: MeasuredFile, options: PutFileOptions): Promise<boolean>;
  /** `null` when the SDK has to send it. Rejects only when the signal aborts. */
  get(key: string, options: GetOptions): Promise<IncomingMessage | null>;
  close(): void;
};

/** A larger file is streamed. */
const directBytesMax = 262_144;
/** How long the SDK sends everything after a failure, so that a storage in trouble gets no further requests. */
const pauseMs = 10_000;

type Prepared = SignedRequest & Pick<RequestOptions, 'method' | 'signal'> & { readonly body?: Buffer };

/** Resolves with the start of the answer, within the same times as a request of the SDK. */
function send(agent: http.Agent, { url, body, ...options }: Prepared): Promise<IncomingMessage> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent });
    const tooLate = (what: string) => () => sent.destroy(new Error(`the storage ${what}`));
    const answering = setTimeout(tooLate('did not answer'), timeouts.answerMs);
    let connecting: NodeJS.Timeout | undefined;
    sent.once('socket', (socket) => {
      if (!socket.connecting) return;
      connecting = setTimeout(tooLate('did not accept the connection'), timeouts.connectMs);
      socket.once('connect', () => clearTimeout(connecting));
    });
    sent.once('close', () => {
      clearTimeout(answering);
      clearTimeout(connecting);
    });
    // Also while the body is read.
    sent.setTimeout(timeouts.idleMs, tooLate('sent nothing'));
    sent.on('error', reject);
    sent.once('response', (answer) => {
      clearTimeout(answering);
      resolve(answer);
    });
    sent.end(body);
  });
}

/** To its end, so that the connection can be used again. */
async function drained(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}

const refused = ({ statusCode }: IncomingMessage) => new Error(`the storage answered ${statusCode}`);

type Signer = ReturnType<typeof requestSignerFor>;

export function openDirectRequests(storage: Storage, settings: S3Settings): DirectRequests {
  const agentOptions = { keepAlive: true, maxSockets: socketsMaxOf(settings) };
  const agent = new (settings.endpoint.startsWith('https:') ? https : http).Agent(agentOptions);
  let signer: Promise<Signer> | null = null;
  let pausedUntilMs = 0;
  const signed = async () => {
    signer ??= addressOf(storage).then((address) =>
      requestSignerFor(address, settings.region, storage.client.config.credentials),
    );
    return signer;
  };

  /** `null` after a failure. */
  async function attempted<Result>(
    signal: AbortSignal | undefined,
    attempt: (signer: Signer) => Promise<Result | null>,
  ): Promise<Result | null> {
    signal?.throwIfAborted();
    if (performance.now() < pausedUntilMs) return null;
    try {
      return await attempt(await signed());
    } catch {
      signal?.throwIfAborted();
      signer = null;
      pausedUntilMs = performance.now() + pauseMs;
      return null;
    }
  }

  return {
    put: async (key, file, { contentType, signal }) => {
      if (file.bytes > directBytesMax) return false;
      const stored = await attempted(signal, async (sign) => {
        const body = await readFile(file.path);
        // The SDK's way reports it.
        if (body.length !== file.bytes) return null;
        const { url, headers } = await sign({ method: 'PUT', key, sha256: file.sha256 }, new Date());
        const described = { ...headers, 'content-length': String(body.length), 'content-type': contentType };
        const answer = await send(agent, { method: 'PUT', url, headers: described, body, signal });
        await drained(answer);
        if (answer.statusCode !== 200) throw refused(answer);
        return true;
      });
      return stored ?? false;
    },
    get: (key, { range, signal }) =>
      attempted(signal, async (sign) => {
        const { url, headers } = await sign({ method: 'GET', key, sha256: null }, new Date());
        const wanted = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {};
        const answer = await send(agent, { method: 'GET', url, headers: { ...headers, ...wanted }, signal });
        const isFound = answer.statusCode === (range ? 206 : 200);
        if (isFound && answer.headers['content-length'] !== undefined) return answer;
        await drained(answer);
        // It is missing, or shorter than the range: the SDK reads the error.
        if (answer.statusCode === 404 || answer.statusCode === 416) return null;
        throw refused(answer);
      }),
    close: () => agent.destroy(),
  };
}
