/** Serves the API reference at `/docs`, without loading anything from other hosts. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const maker = fileURLToPath(new URL('./docs-files.ts', import.meta.url));
const makingMs = 60_000;

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Its components set style attributes, which a nonce cannot allow; scripts stay bound to the nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Created on the first request, and again after a failure. */
function filesMadeOnce(directory: string, nonce: string): () => Promise<unknown> {
  let making: Promise<unknown> | null = null;
  return () => {
    making ??= promisify(execFile)(process.execPath, [maker, directory, nonce], { timeout: makingMs }).catch(
      (error) => {
        making = null;
        throw error;
      },
    );
    return making;
  };
}

export async function registerDocsPage(app: FastifyInstance, directory: string): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const policy = policyOf(nonce);
  const filesAreMade = filesMadeOnce(directory, nonce);
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
    await pages.register(fastifyStatic, { root: directory, serve: false, preCompressed: true });
    const hidden = { schema: { hide: true } };
    const serve = (url: string, file: string) =>
      pages.get(url, hidden, async (_request, reply) => {
        await filesAreMade();
        return reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false });
      });
    pages.get('/docs', hidden, async (_request, reply) => reply.redirect('/docs/', 301));
    serve('/docs/', 'index.html');
    serve('/docs/js/scalar.js', 'js/scalar.js');
  });
}
