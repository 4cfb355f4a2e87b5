/** Traces requests: continues the caller's trace, if one is sent, and adds the trace id to every log line. */
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Span, Tracer } from '../ports/tracer.ts';
import { formatTraceParent, readTraceParent } from '../protocol/trace-context.ts';
import { routeOf } from './request-metrics.ts';

const spans = new WeakMap<IncomingMessage, Span>();

/** Health checks and metrics requests are too frequent to be traced. */
const untracedPaths = /^\/(health|livez|readyz|metrics)(\?|$)/;

function begin(tracer: Tracer, request: IncomingMessage): Span {
  const header = request.headers['traceparent'];
  const parent = readTraceParent(typeof header === 'string' ? header : null);
  const attributes = { 'http.request.method': request.method ?? '' };
  const span = tracer.begin(request.method ?? 'HTTP', parent, { kind: 'server', attributes });
  if (!untracedPaths.test(request.url ?? '')) spans.set(request, span);
  return span;
}

/** Fastify creates the logger of a request first, so its span starts here. */
export function loggerWithTraceId(tracer: Tracer): NonNullable<FastifyServerOptions['childLoggerFactory']> {
  return (logger, bindings, options, rawRequest) => {
    const { traceId } = begin(tracer, rawRequest as IncomingMessage).context;
    return logger.child({ ...bindings, trace_id: traceId }, options) as FastifyBaseLogger;
  };
}

export function spanOf(request: FastifyRequest): Span {
  const span = spans.get(request.raw);
  if (!span) throw new Error('this request has no span');
  return span;
}

export const traceParentOf = (request: FastifyRequest): string => formatTraceParent(spanOf(request).context);

export function registerSpanHooks(app: FastifyInstance): void {
  const end = (request: FastifyRequest, status: number | null) => {
    const span = spans.get(request.raw);
    if (!span) return;
    const route = routeOf(request);
    span.setAttributes({ 'http.route': route, 'octavo.request_id': request.id });
    if (status === null) span.setAttributes({ 'error.type': 'client_gone' });
    else span.setAttributes({ 'http.response.status_code': status });
    span.end(status !== null && status >= 500 ? 'error' : 'ok');
  };
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode));
  app.addHook('onRequestAbort', async (request) => end(request, null));
}
