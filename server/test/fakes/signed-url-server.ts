/** An HTTP server for signed URLs of the fake, which refuses invalid URLs like S3. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PartsRef, SignedPart, SignedUrlOptions } from '../../src/ports/blobs.ts';
import { attachmentNamed } from '../../src/protocol/content-disposition.ts';

export type SignedUrls = {
  sign(key: string, options: SignedUrlOptions): string;
  signPart(target: PartsRef, part: SignedPart): string;
  close(): Promise<void>;
};

/** False when there is no such upload. */
type StorePart = (uploadId: string, number: number, data: Buffer) => boolean;

type Found = { readonly data: Buffer } | null;

const secret = randomBytes(32);

/** Covers the whole URL except the signature, so that any change is detected. */
function signatureOf(url: URL): Buffer {
  const parameters = new URLSearchParams(url.search);
  parameters.delete('signature');
  return createHmac('sha256', secret).update(`${url.pathname}?${parameters}`).digest();
}

function isGenuine(url: URL): boolean {
  const given = Buffer.from(url.searchParams.get('signature') ?? '', 'hex');
  const expected = signatureOf(url);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** The signature covers the size. */
async function receivePart(url: URL, request: IncomingMessage, response: ServerResponse, store: StorePart) {
  if (request.headers['content-length'] !== url.searchParams.get('bytes'))
    return response.writeHead(403).end();
  const data = await buffer(request);
  const isStored = store(url.searchParams.get('upload') ?? '', Number(url.searchParams.get('part')), data);
  return response.writeHead(isStored ? 200 : 404).end();
}

export async function serveSignedUrls(
  find: (key: string) => Found,
  storePart: StorePart,
): Promise<SignedUrls> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isFresh = Number(url.searchParams.get('expires')) > Date.now();
    const blob = find(decodeURIComponent(url.pathname.slice(1)));
    const method = url.searchParams.has('part') ? 'PUT' : 'GET';
    if (request.method !== method || !isGenuine(url) || !isFresh) return response.writeHead(403).end();
    if (method === 'PUT') return void receivePart(url, request, response, storePart);
    if (blob === null) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        'content-type': url.searchParams.get('type') ?? '',
        'content-disposition': url.searchParams.get('disposition') ?? '',
        'content-length': blob.data.byteLength,
      })
      .end(blob.data);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const signed = (key: string, expiresInSeconds: number, parameters: Readonly<Record<string, string>>) => {
    const url = new URL(`http://127.0.0.1:${port}/${encodeURIComponent(key)}`);
    url.searchParams.set('expires', String(Date.now() + expiresInSeconds * 1000));
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    url.searchParams.set('signature', signatureOf(url).toString('hex'));
    return url.href;
  };
  return {
    sign: (key, { expiresInSeconds, contentType, fileName }) =>
      signed(key, expiresInSeconds, { type: contentType, disposition: attachmentNamed(fileName) }),
    signPart: ({ key, uploadId }, { number, bytes, expiresInSeconds }) =>
      signed(key, expiresInSeconds, { upload: uploadId, part: String(number), bytes: String(bytes) }),
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
