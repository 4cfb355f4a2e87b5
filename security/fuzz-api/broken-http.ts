/** Malformed HTTP that no client library sends. The response must still be one of our errors, or none. */

import { sendRaw } from '@octavo/testkit/client/raw-socket.ts';
import fc, { type Arbitrary } from 'fast-check';

const lines: readonly string[] = [
  'GET /jobs HTTP/1.1\r\nhost: a\r\nx-a: b\u0000c\r\n\r\n',
  'GET /jobs HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'GET /jobs HTTP/1.1\r\n\r\n',
  'GET /jobs HTTP/9.9\r\nhost: a\r\n\r\n',
  'GET  /jobs HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /jobs\r\n\r\n',
  'get /jobs HTTP/1.1\r\nhost: a\r\n\r\n',
  'BREW /jobs HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http://elsewhere.test/jobs HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ncontent-length: 1e3\r\n\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /jobs HTTP/1.1\r\nhost: a\r\nexpect: surprise\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  'GET /jobs HTTP/1.1\r\nhost: a\r\n folded: x\r\n\r\n',
  'GET /jobs HTTP/1.1\r\nhost: a\r\n: empty\r\n\r\n',
  'GET /jobs HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  'GET /jobs HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABk\r\n\r\n',
  `GET /jobs?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET /jobs HTTP/1.1\r\nhost: a\r\nx-a: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /jobs HTTP/1.1\r\nhost: a\r\n${'x-a: b\r\n'.repeat(2_500)}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\u0000\u0000\u0000\u0000\r\n\r\n',
  'GET /jobs/\u00e9 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
];

/** One of the requests above, sometimes with one byte changed. */
export const brokenRequests: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...lines), fc.option(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { freq: 2 }))
  .map(([text, change]) => {
    if (change === null) return text;
    const at = change[0] % text.length;
    return text.slice(0, at) + String.fromCharCode(change[1]) + text.slice(at + 1);
  });

/** Longer than a second; incomplete headers are closed only after ten seconds. */
const replyTimeoutMs = 1_500;

export type BrokenFinding = { readonly sent: string; readonly violation: string };

export async function sendBroken(node: string, text: string): Promise<BrokenFinding | null> {
  const { status, body } = await sendRaw(node, {
    opening: text,
    piece: '',
    everyMs: 20,
    timeoutMs: replyTimeoutMs,
  });
  const sent = text.slice(0, 200);
  if (status >= 500) return { sent, violation: `answered ${status}` };
  // No response means that the server waits for more bytes or has closed the connection: both are correct.
  if (status >= 400 && !/"detail":"[^"]+/.test(body))
    return { sent, violation: `${status} without detail: ${body}` };
  return null;
}
