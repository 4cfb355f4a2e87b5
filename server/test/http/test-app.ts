/** The app on fakes, with healthy defaults. */
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { defaultPlans } from '../../src/domain/plan.ts';
import { noUpgradePath } from '../../src/domain/upgrade-path.ts';
import { type AppDependencies, buildApp } from '../../src/http/app.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { atEnd } from '../at-end.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { fakeWriter } from '../fakes/fake-writer.ts';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { recordingTracer } from '../fakes/recording-tracer.ts';

export async function testApp(
  overrides: Partial<Omit<AppDependencies, 'store'>> & { readonly store?: MemoryStore } = {},
  ...onlyRoutes: FastifyPluginAsyncTypebox[]
): Promise<FastifyInstance> {
  const store = overrides.store ?? memoryStore();
  const needs: AppDependencies = {
    store,
    feed: store.events.feed,
    blobs: await memoryBlobs(),
    engine: fakeEngine(),
    writer: fakeWriter(),
    writerSlots: 2,
    sessions: { verify: async (token) => ({ issuer: 'https://id.test', subject: token, email: '' }) },
    issuer: 'https://id.test',
    clock: systemClock,
    plans: defaultPlans,
    upgradePath: noUpgradePath,
    spoolDir: tmpdir(),
    docsDir: tmpdir(),
    sealingKeys: [Buffer.alloc(32)],
    toolchain: 'ab'.repeat(32),
    signedUrlSeconds: 60,
    offersDirectUploads: true,
    erasuresKeptMs: 86_400_000,
    webhookTargets: { allowHttp: false, allowedNetworks: new BlockList() },
    logger: pino({ level: 'silent' }),
    tracer: recordingTracer(),
    metrics: new Registry(),
    metricsAccess: { tokens: [], isOpen: false },
    browser: { publicUrl: 'http://127.0.0.1:3000', corsOrigins: [], contentOrigin: null },
    dashboard: null,
    trustedProxies: [],
    connectionsMax: 1_000,
    uploadsPerAccountMax: 32,
    accountLimits: {
      streamsPerAccountMax: 256,
      downloadsPerAccountMax: 32,
      downloadsMax: 192,
      requestsPerAccountMax: 128,
    },
    bodyRate: { bytesPerSecondMin: 1_024, windowMs: 30_000 },
    compatibleApi: { enabled: false, waitMs: 120_000 },
    ...overrides,
  };
  const app = await (onlyRoutes.length > 0 ? buildApp(needs, onlyRoutes) : buildApp(needs));
  atEnd(() => app.close());
  return app;
}
