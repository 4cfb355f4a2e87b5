/** Opens tracing: spans are exported by the OpenTelemetry SDK, or only ids are created for the log. */
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Tracer } from '../ports/tracer.ts';
import { idTracer } from '../telemetry/id-tracer.ts';

export type Tracing = { readonly tracer: Tracer; close(): Promise<void> };

const idsOnly: Tracing = { tracer: idTracer, close: async () => {} };

export async function openTracing(
  { tracing }: Config,
  logger: Logger,
  registry: Registry,
  process: string,
): Promise<Tracing> {
  if (tracing.endpoint === null && tracing.tracesEndpoint === null) return idsOnly;
  const problems = new Counter({
    name: 'octavo_trace_export_problems_total',
    help: 'Problems with the export of spans: rejected, timed out or dropped batches.',
    registers: [registry],
  });
  // The SDK takes half a second and 40 MB, which only those pay who use it.
  const { startOtel } = await import('../telemetry/otel-sdk.ts');
  const started = startOtel({
    serviceName: tracing.serviceName ?? `octavo-${process}`,
    onProblem: (problem) => {
      problems.inc();
      logger.warn({ problem }, 'spans could not be exported');
    },
  });
  if (started === null) logger.warn('the OpenTelemetry SDK is disabled or its OTEL_* variables are wrong');
  return started ?? idsOnly;
}
