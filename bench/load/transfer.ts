/** One large body up or down, from memory, over a connection of its own. */
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';

const pieceBytes = 262_144;

function open(url: string, options: RequestOptions): [ReturnType<typeof request>, Promise<IncomingMessage>] {
  const outgoing = request(url, { agent: false, timeout: 120_000, ...options });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer from ${url}`)));
  return [outgoing, once(outgoing, 'response').then(([answer]) => answer as IncomingMessage)];
}

async function drain(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

/** Resolves to the body of the answer's length. */
export async function download(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const [outgoing, answering] = open(url, { headers });
  outgoing.end();
  const answer = await answering;
  const bytes = await drain(answer);
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  return bytes;
}

/** In chunks with backpressure, as a client that reads a file from disk. Resolves to the response. */
export async function upload(
  url: string,
  headers: Readonly<Record<string, string>>,
  chunks: readonly Buffer[],
): Promise<string> {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const [outgoing, answering] = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes },
  });
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (!outgoing.write(chunk.subarray(at, at + pieceBytes))) await once(outgoing, 'drain');
    }
  }
  outgoing.end();
  const answer = await answering;
  const body = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${body}`);
  return body;
}
