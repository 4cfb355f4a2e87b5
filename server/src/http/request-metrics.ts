/** Measures responses by route pattern, never by path, because ids would create unbounded series. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { whenClosed } from './deadline.ts';

/** Long-lived responses are left out of the duration histogram. */
const longLived = /\/events$/;

export function routeOf(request: FastifyRequest): string {
  if (request.is404) return 'none';
  const url = request.routeOptions.url ?? 'none';
  const isLongPoll = typeof request.query === 'object' && request.query !== null && 'wait' in request.query;
  return isLongPoll ? `${url}?wait` : url;
}

export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'octavo_http_requests_in_flight',
    help: 'Requests that have begun and not been answered, streams and long polls among them.',
    registers: [registry],
  });
  const counted = new WeakSet<FastifyRequest>();
  const leave = (request: FastifyRequest) => {
    if (counted.delete(request)) inFlight.dec();
  };
  app.addHook('onRequest', async (request, reply) => {
    counted.add(request);
    inFlight.inc();
    // Also if the client goes away: then a response does not finish.
    whenClosed(reply, () => leave(request));
  });
  app.addHook('onResponse', async (request, reply) => {
    leave(request);
    const route = routeOf(request);
    const status = String(reply.statusCode);
    if (!longLived.test(route)) {
      duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    }
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
