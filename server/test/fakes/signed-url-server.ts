/** An HTTP server for signed URLs of the fake, which refuses invalid URLs like S3. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedUrlOptions } from '../../src/ports/blobs.ts';
import { attachmentNamed } from '../../src/protocol/content-disposition.ts';

export type SignedUrls = {
  sign(key: string, options: SignedUrlOptions): string;
  close(): Promise<void>;
};

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

export async function serveSignedUrls(find: (key: string) => Found): Promise<SignedUrls> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isFresh = Number(url.searchParams.get('expires')) > Date.now();
    const blob = find(decodeURIComponent(url.pathname.slice(1)));
    if (request.method !== 'GET' || !isGenuine(url) || !isFresh) return response.writeHead(403).end();
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
  return {
    sign(key, { expiresInSeconds, contentType, fileName }) {
      const url = new URL(`http://127.0.0.1:${port}/${encodeURIComponent(key)}`);
      url.searchParams.set('expires', String(Date.now() + expiresInSeconds * 1000));
      url.searchParams.set('type', contentType);
      url.searchParams.set('disposition', attachmentNamed(fileName));
      url.searchParams.set('signature', signatureOf(url).toString('hex'));
      return url.href;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
