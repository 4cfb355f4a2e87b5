/** A tracer that keeps ended spans, for tests that check what was traced. */
import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from '../../src/ports/tracer.ts';
import { idTracer } from '../../src/telemetry/id-tracer.ts';
import { otelTracer } from '../../src/telemetry/otel-tracer.ts';

export type RecordedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly failed: boolean;
  readonly durationMs: number;
};

export type RecordingTracer = Tracer & { readonly spans: readonly RecordedSpan[] };

export function recordingTracer(): RecordingTracer {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    ...otelTracer(provider.getTracer('test')),
    get spans() {
      return exporter.getFinishedSpans().map((span) => ({
        ...span.spanContext(),
        parentSpanId: span.parentSpanContext?.spanId ?? null,
        name: span.name,
        kind: span.kind,
        attributes: span.attributes,
        events: span.events.map(({ name }) => name),
        failed: span.status.code === SpanStatusCode.ERROR,
        durationMs: span.duration[0] * 1_000 + span.duration[1] / 1e6,
      }));
    },
  };
}

/** For tests that do not check. */
export const anySpan = (): Span => idTracer.begin('test', null);
