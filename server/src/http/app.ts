/** The door for HTTP: a Fastify app as a function of what it needs. Hooks run in the order they are written here. */
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { OctavoError } from '../domain/errors.ts';
import { answerClientError } from './client-errors.ts';
import { registerDocsPage } from './docs-page.ts';
import { sendError } from './errors.ts';
import { collectRoutes } from './method-not-allowed.ts';
import { registerOpenApi } from './openapi.ts';
import { requestIdOf } from './request-id.ts';
import { measureRequests } from './request-metrics.ts';
import { type HealthDependencies, healthRoutes } from './routes/health.ts';
import { type BrowserSettings, registerSecurityHeaders } from './security-headers.ts';

export type AppDependencies = HealthDependencies & {
  readonly logger: FastifyBaseLogger;
  readonly browser: BrowserSettings;
  readonly trustedProxies: readonly string[];
};

const jsonBytesMax = 65_536;

function createServer(needs: AppDependencies): FastifyInstance {
  return fastify({
    loggerInstance: needs.logger,
    // One line per answer is written by `measureRequests`, without the query string.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: needs.trustedProxies.length > 0 ? [...needs.trustedProxies] : false,
    bodyLimit: jsonBytesMax,
    // A closing server still answers what arrives on open connections, and asks to close them.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
    ajv: { customOptions: { allErrors: true, removeAdditional: false, coerceTypes: true } },
  });
}

/** The table of contents: one plugin for each noun. */
function allRoutes(needs: AppDependencies): readonly FastifyPluginAsyncTypebox[] {
  return [healthRoutes(needs)];
}

export async function buildApp(needs: AppDependencies, routes = allRoutes(needs)): Promise<FastifyInstance> {
  const app = createServer(needs).withTypeProvider<TypeBoxTypeProvider>();
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new OctavoError('route_not_found', 'There is nothing at this path.')),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  measureRequests(app, needs.metrics);
  await registerSecurityHeaders(app, needs.browser);
  const collected = collectRoutes(app);
  await registerOpenApi(app);
  await registerDocsPage(app);
  for (const plugin of routes) await app.register(plugin);
  collected.refuseOtherMethods();
  await app.ready();
  return app;
}
