/** Entry point: the API process. */
import './limit-heap-growth.ts';
import { buildApp, listenBacklog } from '../http/app.ts';
import { openSessions } from '../oidc/sessions.ts';
import { openEventFeed } from '../postgres/event-feed.ts';
import { openStore } from '../postgres/store.ts';
import { openBlobs } from '../s3/blobs.ts';
import { measureDatabase, measureDisk } from '../telemetry/database-metrics.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { measureListener, measureService } from '../telemetry/service-metrics.ts';
import {
  databaseSettings,
  listenerSettings,
  metricsAccess,
  sealingKeys,
  storageSettings,
} from './adapters.ts';
import { openClock } from './clock.ts';
import { dashboardSettings } from './dashboard.ts';
import { openDocumentWriter } from './document-writer.ts';
import { openEngine } from './engine.ts';
import { checkExampleKey } from './example-key.ts';
import { loadPlans, upgradePathOf } from './plans.ts';
import { readSettings } from './settings.ts';
import { openFileFetcher } from './source-urls.ts';
import { onStopSignal } from './stop-signals.ts';
import { registerWriter } from './toolchain.ts';
import { openTracing } from './tracing.ts';
import { webhookTargets } from './webhooks.ts';
import { openWorkDirectory } from './work-directory.ts';

/** As long as docling-serve waits by default. */
const compatibleApiWaitMs = 120_000;

const { config, logger } = readSettings('api');
checkExampleKey(config, logger);
const database = databaseSettings(config, logger, 'octavo-api');
const store = openStore(database);
const listener = listenerSettings(config, logger);
const feed = openEventFeed({ ...listener, events: store.events });
const blobs = openBlobs(storageSettings(config));
const workDirectory = openWorkDirectory(config);
const metrics = createMetrics('api');
const checks = { preflight: config.engine.preflightSlots, inspect: config.engine.inspectSlots };
const engine = openEngine(
  config,
  logger,
  workDirectory.folder('engine'),
  { convert: 0, recognize: 0, ...checks },
  metrics,
);
await engine.start();
const { writerSlots } = config.engine;
const writer = openDocumentWriter(config, logger, workDirectory.folder('writer'), writerSlots, metrics);
await writer.start();
const toolchain = await registerWriter(store);

measureListener(metrics, feed.isListening);
measureService(metrics, { readStats: store.stats.read, poolUse: store.poolUse, poolMax: database.poolMax });
measureDatabase(metrics, store.databaseStats);
measureDisk(metrics, workDirectory.folder('spool'));
const tracing = await openTracing(config, logger, metrics, 'api');
const clock = await openClock(store, metrics, logger);

const app = await buildApp({
  store,
  feed,
  blobs,
  engine,
  writer,
  writerSlots,
  sessions: openSessions(config.oidc),
  issuer: config.oidc.issuer,
  clock,
  plans: loadPlans(config.plans.file),
  upgradePath: upgradePathOf(config),
  spoolDir: workDirectory.folder('spool'),
  docsDir: workDirectory.folder('docs'),
  sealingKeys: sealingKeys(config),
  toolchain,
  ocrOffer: config.ocr,
  signedUrlSeconds: config.jobs.signedUrlSeconds,
  offersDirectUploads: config.s3.directUploads,
  erasuresKeptMs: config.jobs.erasuresKeptDays * 86_400_000,
  fileFetcher: openFileFetcher(config),
  webhookTargets: webhookTargets(config),
  logger,
  tracer: tracing.tracer,
  metrics,
  metricsAccess: metricsAccess(config),
  browser: config.http,
  dashboard: dashboardSettings(config),
  trustedProxies: config.http.trustedProxies,
  connectionsMax: config.clientLimits.connectionsMax,
  uploadsPerAccountMax: config.clientLimits.uploadsPerAccountMax,
  accountLimits: config.clientLimits,
  bodyRate: {
    bytesPerSecondMin: config.clientLimits.bodyBytesPerSecondMin,
    windowMs: config.clientLimits.bodyWindowMs,
  },
  compatibleApi: { enabled: config.http.compatibleApi, waitMs: compatibleApiWaitMs },
});

onStopSignal(logger, config.http.shutdownGraceMs, async () => {
  await app.close();
  clock.close();
  await tracing.close();
  await feed.close();
  await engine.close();
  await writer.close();
  blobs.close();
  await store.close();
  workDirectory.remove();
});

await app.listen({ host: config.http.host, port: config.http.port, backlog: listenBacklog });
