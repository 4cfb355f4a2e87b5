/** The Tracer port on OpenTelemetry. */
import {
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanStart, Tracer } from '../ports/tracer.ts';
import type { TraceContext } from '../protocol/trace-context.ts';

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

function contextOf(parent: TraceContext | null): Context {
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = parent;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function toTraceContext(span: OtelSpan): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED };
}

function startSpan(tracer: OtelTracer, parent: Context, name: string, start: SpanStart): Span {
  const { kind = 'internal', attributes = {}, beganAtMs } = start;
  const span = tracer.startSpan(
    name,
    { kind: kinds[kind], attributes, ...(beganAtMs === undefined ? {} : { startTime: beganAtMs }) },
    parent,
  );
  let hasEnded = false;
  return {
    context: toTraceContext(span),
    setAttributes: (more) => void span.setAttributes(more),
    addEvent: (event) => void span.addEvent(event),
    child: (childName, childStart = {}) =>
      startSpan(tracer, trace.setSpan(ROOT_CONTEXT, span), childName, childStart),
    end: (outcome = 'ok') => {
      if (hasEnded) return;
      hasEnded = true;
      if (outcome === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

export function otelTracer(tracer: OtelTracer): Tracer {
  return { begin: (name, parent, start = {}) => startSpan(tracer, contextOf(parent), name, start) };
}
