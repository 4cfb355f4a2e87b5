/** Security headers and CORS. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export type BrowserSettings = {
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  /** This origin serves only user files; `null` for none. */
  readonly contentOrigin: string | null;
};

const oneYearSeconds = 31_536_000;

export async function registerSecurityHeaders(
  app: FastifyInstance,
  settings: BrowserSettings,
): Promise<void> {
  const overTls = settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    hsts: overTls ? { maxAge: oneYearSeconds, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // A dashboard on another allowed origin must be able to read responses.
    crossOriginResourcePolicy: { policy: settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  if (settings.corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...settings.corsOrigins],
    // Any OPTIONS of a known path is answered, not only a browser's preflight.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'if-range',
      'last-event-id',
      'range',
      'x-api-key',
      'x-request-id',
    ],
    exposedHeaders: [
      'accept-ranges',
      'allow',
      'content-disposition',
      'content-length',
      'content-range',
      'etag',
      'idempotent-replayed',
      'location',
      'retry-after',
      'x-request-id',
    ],
    maxAge: 600,
  });
}
