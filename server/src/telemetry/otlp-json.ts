/** Encodes finished spans as OTLP/JSON. */
import type { SpanKind } from '../ports/tracer.ts';
import type { FinishedSpan } from './tracer.ts';

const kinds: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const statusOk = 1;
const statusError = 2;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function wireValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: wireValue(value) }],
  );
}

/** Microseconds are the clock's precision and still a safe integer. */
const nanoseconds = (ms: number) => `${Math.floor(ms * 1000)}000`;

function spanOf(span: FinishedSpan) {
  return {
    traceId: span.context.traceId,
    spanId: span.context.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.beganAtMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: attributesOf(span.attributes),
    events: span.events.map(({ name, atMs }) => ({ name, timeUnixNano: nanoseconds(atMs) })),
    status: { code: span.failed ? statusError : statusOk },
  };
}

export function otlpBody(resource: Attributes, spans: readonly FinishedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'octavo' }, spans: spans.map(spanOf) }],
      },
    ],
  });
}
