/** Health checks for clients (`/health`) and operators (`/livez`, `/readyz`, `/metrics`). */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Registry } from 'prom-client';
import { OctavoError } from '../../domain/errors.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Store } from '../../ports/store.ts';
import { type MetricsAccess, mayReadMetrics } from '../../protocol/metrics-access.ts';
import { answer } from '../schemas/answer.ts';
import { errorResponses } from '../schemas/error.ts';
import { Health, Readiness } from '../schemas/health.ts';

export type HealthDependencies = {
  readonly store: Pick<Store, 'ping'>;
  readonly blobs: Pick<Blobs, 'ping'>;
  readonly metrics: Registry;
  readonly metricsAccess: MetricsAccess;
};

/** Concurrent requests share one check, because these routes need no credentials. */
function shared(ping: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  return () => {
    current ??= ping().finally(() => {
      current = null;
    });
    return current;
  };
}

/** Kubernetes and load balancers wait a few seconds at most. */
const answersWithinMs = 3_000;

async function answers(ping: () => Promise<void>): Promise<'ok' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), answersWithinMs);
  });
  const answered = ping().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

export function healthRoutes(needs: HealthDependencies): FastifyPluginAsyncTypebox {
  const pingStore = shared(() => needs.store.ping());
  const pingBlobs = shared(() => needs.blobs.ping());
  return async (app) => {
    app.get(
      '/health',
      {
        schema: {
          tags: ['Health'],
          operationId: 'getHealth',
          summary: 'Check the service',
          description: 'Whether the API is up and reaches its database. Needs no credentials.',
          security: [],
          response: { 200: answer(Health, 'The service is up.'), ...errorResponses(503) },
        },
      },
      async () => {
        await pingStore();
        return { status: 'ok' as const };
      },
    );

    app.get(
      '/livez',
      {
        schema: {
          tags: ['Health'],
          operationId: 'getLiveness',
          summary: 'Check the process',
          description:
            'Whether the process runs, for liveness probes. Calls no dependency and needs no credentials.',
          security: [],
          response: { 200: answer(Health, 'The process runs.') },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/readyz',
      {
        schema: {
          tags: ['Health'],
          operationId: 'getReadiness',
          summary: 'Check the dependencies',
          description:
            'Whether database and storage are available, for readiness probes. Needs no credentials.',
          security: [],
          response: { 200: answer(Readiness, 'Every dependency is available.'), ...errorResponses(503) },
        },
      },
      async () => {
        const [database, storage] = await Promise.all([answers(pingStore), answers(pingBlobs)]);
        const down = Object.entries({ database, storage }).filter(([, state]) => state !== 'ok');
        if (down.length > 0) {
          const names = down.map(([name]) => name).join(' and ');
          throw new OctavoError('service_unavailable', `Not ready: no answer from ${names}.`, {
            retryAfterSeconds: 2,
          });
        }
        return { status: 'ok' as const, checks: { database, storage } };
      },
    );

    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayReadMetrics(needs.metricsAccess, request.headers.authorization))
        throw new OctavoError('unauthorized', 'Valid credentials are needed.');
      return reply.type(needs.metrics.contentType).send(await needs.metrics.metrics());
    });
  };
}
