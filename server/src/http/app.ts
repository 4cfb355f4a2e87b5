/** The HTTP entry point: builds the Fastify app from its dependencies. Hooks run in the order they are added here. */
import { setMaxListeners } from 'node:events';
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { createReadingCache } from '../actions/reading-cache.ts';
import type { OcrOffer } from '../domain/options-schema.ts';
import type { Plans } from '../domain/plan.ts';
import type { SealingKeys } from '../domain/sealing.ts';
import { type UpgradePath, withUpgradeAdvice } from '../domain/upgrade-path.ts';
import { UploadLimiter } from '../domain/upload-limiter.ts';
import { WriterSlots } from '../domain/writer-slots.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentWriter } from '../ports/document-writer.ts';
import type { Engine } from '../ports/engine.ts';
import type { EventFeed } from '../ports/events.ts';
import type { FileFetcher } from '../ports/file-fetcher.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Store } from '../ports/store.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { MetricsAccess } from '../protocol/metrics-access.ts';
import type { TargetPolicy } from '../protocol/webhook-target.ts';
import { type AccountLimits, limitAccounts, requestLimiters } from './account-limits.ts';
import { collectAllowedMethods } from './allowed-methods.ts';
import { requireCaller } from './authenticate.ts';
import { refuseCodedBodies } from './body-coding.ts';
import { type BodyRate, watchPlainBodies } from './body-rate.ts';
import { answerClientError } from './client-errors.ts';
import { doclingRoutes } from './compatible/docling-routes.ts';
import { loaderRoutes } from './compatible/loader-routes.ts';
import { registerCompression } from './compression.ts';
import { restrictContentOrigin } from './content-origin.ts';
import { type Dashboard, registerDashboard } from './dashboard.ts';
import { registerDocsPage } from './docs-page.ts';
import { sendError } from './errors.ts';
import { registerFavicon } from './favicon.ts';
import { registerOpenApi } from './openapi.ts';
import { requestIdOf } from './request-id.ts';
import { measureRequests } from './request-metrics.ts';
import { loggerWithTraceId, registerSpanHooks } from './request-spans.ts';
import { allowMissingHost, requireHost } from './required-host.ts';
import { accessibilityRoutes } from './routes/accessibility.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { chunkRoutes } from './routes/chunks.ts';
import { citationRoutes } from './routes/citations.ts';
import { contentRoutes } from './routes/contents.ts';
import { diffRoutes } from './routes/diffs.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { droppedRoutes } from './routes/dropped.ts';
import { erasureRoutes } from './routes/erasures.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { imageRoutes } from './routes/images.ts';
import { jobRoutes } from './routes/jobs.ts';
import { mcpMetadataRoutes, mcpRoutes } from './routes/mcp.ts';
import { outputRoutes } from './routes/outputs.ts';
import { preflightRoutes } from './routes/preflight.ts';
import { readingRoutes } from './routes/reading.ts';
import { receiptKeyRoutes, receiptRoutes } from './routes/receipts.ts';
import { retentionRoutes } from './routes/retention.ts';
import { sharedRoutes } from './routes/shared.ts';
import { shareRoutes } from './routes/shares.ts';
import { submitRoutes } from './routes/submit.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { usageRoutes } from './routes/usage.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { schemaController } from './schema-compilers.ts';
import { type BrowserSettings, registerSecurityHeaders } from './security-headers.ts';
import { requireShare, shareHolder } from './share-access.ts';
import { shareLinks } from './share-links.ts';
import { delayContinue, ignoreUnexpectedBodies, stopReadingUnreadBodies } from './unread-body.ts';

export type AppDependencies = {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: Pick<Engine, 'preflight' | 'inspect'>;
  readonly writer: Pick<DocumentWriter, 'writeFromStored' | 'compare'>;
  /** How many documents the writer takes at once. */
  readonly writerSlots: number;
  readonly sessions: Sessions;
  /** The OpenID provider that issues the sessions. */
  readonly issuer: string;
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly upgradePath: UpgradePath;
  /** Where uploads are kept while they are checked; needs space for the largest concurrent uploads. */
  readonly spoolDir: string;
  /** Where the files of the API reference are written on first use. */
  readonly docsDir: string;
  readonly sealingKeys: SealingKeys;
  /** Id of the tools that write further outputs here. */
  readonly toolchain: string;
  /** Which text recognition the operator offers. */
  readonly ocrOffer?: OcrOffer;
  readonly signedUrlSeconds: number;
  /** Whether clients may send files to the storage themselves. */
  readonly offersDirectUploads: boolean;
  /** How long erasures can be read; 0 records none. */
  readonly erasuresKeptMs: number;
  /** Fetches files that submits name by a URL; absent where that is not offered. */
  readonly fileFetcher?: FileFetcher | undefined;
  /** Which URLs webhooks may have. */
  readonly webhookTargets: TargetPolicy;
  readonly logger: FastifyBaseLogger;
  readonly tracer: Tracer;
  readonly metrics: Registry;
  readonly metricsAccess: MetricsAccess;
  readonly browser: BrowserSettings;
  /** null where none is served. */
  readonly dashboard: Dashboard | null;
  readonly trustedProxies: readonly string[];
  readonly connectionsMax: number;
  readonly uploadsPerAccountMax: number;
  readonly accountLimits: AccountLimits;
  readonly bodyRate: BodyRate;
  /** Whether routes of other services are answered too, and how long their requests wait for a conversion. */
  readonly compatibleApi: { readonly enabled: boolean; readonly waitMs: number };
};

const jsonBytesMax = 65_536;
const headerBytesMax = 16_384;
/**
 * Headers must arrive within 8 to 8.25 seconds, which leaves a busy machine more than three of the promised twelve.
 * The interval is short, because all connections that one check finds are answered at once while other requests wait.
 */
const headerTimeouts = { headersTimeout: 8_000, connectionsCheckingInterval: 250 };

/**
 * Connections waiting to be accepted while the process is busy. With Node's 511, a burst of a second or two was
 * refused by the kernel and retried after one, three and seven seconds. `net.core.somaxconn` may allow fewer.
 */
export const listenBacklog = 4_096;

function createServer(needs: AppDependencies): FastifyInstance {
  return fastify({
    loggerInstance: needs.logger,
    // `measureRequests` logs one line per response, without the query string.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: loggerWithTraceId(needs.tracer),
    genReqId: requestIdOf,
    trustProxy: needs.trustedProxies.length > 0 ? [...needs.trustedProxies] : false,
    bodyLimit: jsonBytesMax,
    schemaController,
    // An id that is too long is answered as not found; the length of a path is bounded by the header limit.
    routerOptions: { maxParamLength: headerBytesMax },
    // A closing server still answers requests on open connections, and closes them.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    http: { ...headerTimeouts, ...allowMissingHost, maxHeaderSize: headerBytesMax },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
  });
}

/** All routes: one plugin per resource. `authenticated` are those that need a caller, `shared` those that need a share link. */
function allRoutes(
  needs: AppDependencies & { readonly closing: AbortSignal },
): readonly FastifyPluginAsyncTypebox[] {
  const reading = { ...needs, readingCache: createReadingCache() };
  const writing = { ...needs, writerSlots: new WriterSlots(needs.writerSlots) };
  const submitting = { ...needs, uploadLimiter: new UploadLimiter(needs.uploadsPerAccountMax) };
  const signing = { ...needs, publicUrl: needs.browser.publicUrl };
  const sharing = { ...reading, shareUrl: shareLinks(needs.browser, needs.dashboard) };
  const limiters = requestLimiters();
  const authenticated: FastifyPluginAsyncTypebox = async (app) => {
    requireCaller(app, needs);
    const slots = limitAccounts(app, needs.accountLimits, limiters);
    await app.register(submitRoutes(submitting));
    await app.register(uploadRoutes(needs));
    await app.register(jobRoutes(needs));
    await app.register(eventRoutes(needs));
    await app.register(downloadRoutes(needs));
    await app.register(imageRoutes(needs));
    await app.register(droppedRoutes(needs));
    await app.register(accessibilityRoutes(needs));
    await app.register(outputRoutes(writing));
    await app.register(diffRoutes(writing));
    await app.register(readingRoutes(reading));
    await app.register(contentRoutes(reading));
    await app.register(mcpRoutes(reading));
    await app.register(citationRoutes(reading));
    await app.register(chunkRoutes(reading));
    await app.register(preflightRoutes(needs));
    await app.register(accountRoutes(needs));
    await app.register(apiKeyRoutes(needs));
    await app.register(webhookRoutes(needs));
    await app.register(webhookDeliveryRoutes(needs));
    await app.register(usageRoutes(needs));
    await app.register(retentionRoutes(needs));
    await app.register(receiptRoutes(signing));
    await app.register(erasureRoutes(signing));
    await app.register(shareRoutes(sharing));
    const { enabled, waitMs } = needs.compatibleApi;
    const compatible = { ...reading, ...submitting, slots, waitMs };
    if (enabled) await app.register(doclingRoutes(compatible));
    if (enabled) await app.register(loaderRoutes(compatible));
  };
  const shared: FastifyPluginAsyncTypebox = async (app) => {
    requireShare(app, needs);
    limitAccounts(app, needs.accountLimits, limiters, shareHolder);
    await app.register(sharedRoutes(reading));
  };
  return [healthRoutes(needs), receiptKeyRoutes(needs), mcpMetadataRoutes(needs), authenticated, shared];
}

export async function buildApp(
  needs: AppDependencies,
  onlyRoutes?: readonly FastifyPluginAsyncTypebox[],
): Promise<FastifyInstance> {
  const closing = new AbortController();
  // Every open stream and long poll listens to it.
  setMaxListeners(0, closing.signal);
  const routes = onlyRoutes ?? allRoutes({ ...needs, closing: closing.signal });
  const app = createServer(needs).withTypeProvider<TypeBoxTypeProvider>();
  app.setErrorHandler((error, request, reply) =>
    sendError(request, reply, withUpgradeAdvice(error, needs.upgradePath)),
  );
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  requireHost(app);
  const answerUnmatched = collectAllowedMethods(app);
  app.setNotFoundHandler(answerUnmatched);
  ignoreUnexpectedBodies(app);
  stopReadingUnreadBodies(app);
  refuseCodedBodies(app);
  watchPlainBodies(app, needs.bodyRate);
  measureRequests(app, needs.metrics);
  registerSpanHooks(app);
  await registerSecurityHeaders(app, needs.browser);
  restrictContentOrigin(app, needs.browser.contentOrigin);
  // After the headers are set, and before a body is looked at.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerUnmatched(request, reply);
  });
  await registerCompression(app);
  await registerOpenApi(app);
  await registerDocsPage(app, needs.docsDir);
  registerFavicon(app);
  await registerDashboard(app, needs.dashboard);
  for (const plugin of routes) await app.register(plugin);
  await app.ready();
  delayContinue(app);
  app.server.maxConnections = needs.connectionsMax;
  return app;
}
