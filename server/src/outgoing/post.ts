/** Sends one POST to addresses that were checked before, and reads its status. */
import type { IncomingMessage } from 'node:http';
import type { Address } from './resolve.ts';
import { sendTo } from './send-to.ts';

export type PostRequest = {
  readonly url: URL;
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

export type PostResponse = {
  readonly statusCode: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
};

/** Enough for most response bodies; they are discarded. */
const bodyBytesMax = 16_384;
const bodyMs = 1_000;

/** Only the status matters; the body is read briefly so that the connection can close cleanly. */
async function discardBody(response: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, bodyMs);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) resolve();
    });
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    response.once('error', () => resolve());
  });
  response.destroy();
}

export async function post({ url, addresses, headers, body, signal }: PostRequest): Promise<PostResponse> {
  const bytes = Buffer.from(body);
  const response = await sendTo({
    method: 'POST',
    url,
    addresses,
    headers: { ...headers, 'content-length': bytes.length },
    body: bytes,
    signal,
  });
  const { statusCode = 0, headers: responseHeaders } = response;
  await discardBody(response);
  return { statusCode, location: responseHeaders.location, retryAfter: responseHeaders['retry-after'] };
}
