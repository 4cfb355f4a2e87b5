/** The tracer: creates ids for all spans, and records only sampled ones. */

import type { Span, SpanAttributes, SpanKind, SpanStart, Tracer } from '../ports/tracer.ts';
import { newSpanId, newTraceId, type TraceContext } from '../protocol/trace-context.ts';

export type FinishedSpan = {
  readonly context: TraceContext;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  readonly attributes: SpanAttributes;
  readonly events: readonly { readonly name: string; readonly atMs: number }[];
  readonly failed: boolean;
};

export type SpanSink = (span: FinishedSpan) => void;

/** Maximum events per span. */
const eventsMax = 64;

/** Finer than milliseconds, and monotonic within a process. */
const nowMs = () => performance.timeOrigin + performance.now();

/** Derived from the trace id, so that every process decides the same way. */
function isChosen(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < share * 2 ** 52;
}

function beginSpan(
  sink: SpanSink | null,
  context: TraceContext,
  parentSpanId: string | null,
  name: string,
  { kind = 'internal', attributes = {}, beganAtMs = nowMs() }: SpanStart,
): Span {
  const events: { name: string; atMs: number }[] = [];
  let set: SpanAttributes = attributes;
  let ended = false;
  return {
    context,
    setAttributes: (more) => {
      set = { ...set, ...more };
    },
    addEvent: (event) => {
      if (events.length < eventsMax) events.push({ name: event, atMs: nowMs() });
    },
    child: (childName, start = {}) =>
      beginSpan(sink, { ...context, spanId: newSpanId() }, context.spanId, childName, start),
    end: (outcome = 'ok') => {
      if (ended) return;
      ended = true;
      if (!sink || !context.sampled) return;
      const endedAtMs = Math.max(beganAtMs, nowMs());
      const failed = outcome === 'error';
      sink({ context, parentSpanId, name, kind, beganAtMs, endedAtMs, attributes: set, events, failed });
    },
  };
}

/** Without a sink there are still ids, which connect log lines. */
export function createTracer(sink: SpanSink | null, share = 1): Tracer {
  return {
    begin: (name, parent, start = {}) => {
      const traceId = parent?.traceId ?? newTraceId();
      const sampled = parent?.sampled ?? isChosen(traceId, share);
      return beginSpan(sink, { traceId, spanId: newSpanId(), sampled }, parent?.spanId ?? null, name, start);
    },
  };
}
