/** Entry point: the API process. */
import { buildApp } from '../http/app.ts';
import { openStore } from '../postgres/store.ts';
import { openBlobs } from '../s3/blobs.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { readSettings } from './settings.ts';
import { onStopSignal } from './stop-signals.ts';

const { config, logger } = readSettings('api');

const store = openStore({
  url: config.database.url.reveal(),
  poolMax: config.database.poolMax,
  statementTimeoutMs: config.database.statementTimeoutMs,
  applicationName: 'octavo-api',
  onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
});

const blobs = openBlobs({
  ...config.s3,
  publicEndpoint: config.s3.publicEndpoint ?? config.s3.endpoint,
  secretAccessKey: config.s3.secretAccessKey.reveal(),
});

const app = await buildApp({
  store,
  blobs,
  logger,
  metrics: createMetrics('api'),
  metricsToken: config.http.metricsToken?.reveal() ?? null,
  browser: config.http,
  trustedProxies: config.http.trustedProxies,
});

onStopSignal(logger, config.http.shutdownGraceMs, async () => {
  await app.close();
  blobs.close();
  await store.close();
});

await app.listen({ host: config.http.host, port: config.http.port });
