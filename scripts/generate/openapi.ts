/** The OpenAPI document, from the app itself. No request is sent, so nothing it depends on is ever called. */
import { tmpdir } from 'node:os';
import { type AppDependencies, buildApp } from '../../server/src/http/app.ts';
import { idTracer } from '../../server/src/telemetry/id-tracer.ts';
import { createLogger } from '../../server/src/telemetry/log.ts';
import { createMetrics } from '../../server/src/telemetry/metrics.ts';

export async function openApiDocument(): Promise<string> {
  const unreached = {} as never;
  const needs: AppDependencies = {
    store: unreached,
    feed: unreached,
    blobs: unreached,
    engine: unreached,
    writer: unreached,
    writerSlots: 1,
    sessions: unreached,
    issuer: 'https://id.example.com',
    clock: unreached,
    plans: unreached,
    upgradePath: unreached,
    sealingKeys: unreached,
    toolchain: '',
    webhookTargets: unreached,
    spoolDir: '',
    docsDir: tmpdir(),
    signedUrlSeconds: 0,
    offersDirectUploads: true,
    erasuresKeptMs: 0,
    logger: createLogger({ level: 'silent', name: 'generate' }),
    metrics: createMetrics('generate'),
    metricsAccess: unreached,
    tracer: idTracer,
    browser: { publicUrl: 'http://127.0.0.1:3000', corsOrigins: [], contentOrigin: null },
    dashboard: null,
    trustedProxies: [],
    connectionsMax: 1_000,
    uploadsPerAccountMax: 32,
    accountLimits: unreached,
    bodyRate: { bytesPerSecondMin: 1_024, windowMs: 30_000 },
    compatibleApi: { enabled: false, waitMs: 120_000 },
  };
  const app = await buildApp(needs);
  try {
    return `${JSON.stringify(app.swagger(), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
