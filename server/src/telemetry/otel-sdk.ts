/** Starts the OpenTelemetry SDK, which is configured by its own `OTEL_*` variables. Loaded only when traces are on. */
import { type DiagLogger, DiagLogLevel, diag, isSpanContextValid, trace } from '@opentelemetry/api';
import { startNodeSdk } from '@opentelemetry/sdk-node';
import type { Tracer } from '../ports/tracer.ts';
import { otelTracer } from './otel-tracer.ts';

export type OtelSettings = {
  readonly serviceName: string;
  /** Called for rejected, late and dropped spans. */
  readonly onProblem: (message: string) => void;
};

const closeTimeoutMs = 5_000;

/** Null if the SDK is disabled or cannot be started with its variables. */
export function startOtel(settings: OtelSettings): { tracer: Tracer; close(): Promise<void> } | null {
  const sdk = startNodeSdk({
    // It would write to the console until it has our logger.
    logLevel: 'none',
    resourceAttributes: { 'service.namespace': 'octavo', 'service.name': settings.serviceName },
    // Metrics are read by Prometheus and logs from the standard output. Instrumentations would record arguments, which
    // may contain keys and file names.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  const problem = (message: string, ...more: unknown[]) =>
    settings.onProblem([message, ...more].map(String).join(' '));
  const logger: DiagLogger = {
    error: problem,
    warn: problem,
    info: () => {},
    debug: () => {},
    verbose: () => {},
  };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const tracer = trace.getTracer('octavo');
  if (!isSpanContextValid(tracer.startSpan('probe').spanContext())) return null;
  return {
    tracer: otelTracer(tracer),
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([sdk.shutdown().catch((error) => problem(String(error))), late]);
    },
  };
}
