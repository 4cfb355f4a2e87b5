/**
 * Compresses JSON and plain text that is read with GET. Files of jobs are sent as they are stored: their ETag is the
 * sha-256 of the bytes, and interrupted downloads continue with ranges of them.
 */
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const settings: FastifyCompressOptions = {
  global: true,
  // Requests are never decompressed: a small body could become a large one.
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/plain)\b/,
  threshold: 1_024,
  // In the event loop up to here, which takes about a millisecond; larger bodies go through the thread pool.
  syncThreshold: 32_768,
  // A window of 256 kB instead of 4 MB bounds the memory of a response; bodies of the API are rarely larger.
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
  },
  zlibOptions: { level: 4 },
};

/** Call before the first route. Responses to other methods may hold a new secret, so their size must not depend on it. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().includes('GET');
    if (!isRead || route.config?.servesContent) route.compress = false;
  });
  await app.register(compress, settings);
}
