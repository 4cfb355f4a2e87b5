/** A stub storage with the interface of the real one: it reads and drops what is stored, and returns a few bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Blobs } from '../../server/src/ports/blobs.ts';

const content = Buffer.from('%PDF-1.4\n');
const contentType = 'application/pdf';

/** In the place of the service's own function of this name. */
export function openBlobs(): Blobs & { close(): void } {
  return {
    put: async (_key, body) => {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of body instanceof Readable ? (body as AsyncIterable<Buffer>) : [body]) {
        hash.update(chunk);
        bytes += chunk.byteLength;
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    putFile: (_key, { path }) => finished(createReadStream(path).resume()),
    get: async () => ({
      body: Readable.from([content], { objectMode: false }),
      bytes: content.length,
      totalBytes: content.length,
      contentType,
    }),
    head: async () => ({ bytes: content.length, contentType }),
    signedUrl: async (key) => `http://storage.invalid/${key}`,
    beginParts: async () => 'stub',
    signedPartUrl: async ({ key }, { number }) => `http://storage.invalid/${key}?partNumber=${number}`,
    storedParts: async () => null,
    completeParts: async () => {},
    deletePrefix: async () => 0,
    list: async function* () {},
    folders: async () => [],
    ping: async () => {},
    close: () => {},
  };
}
