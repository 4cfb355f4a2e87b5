/** Opens tracing: spans are sent to a collector, or only ids are created for the log. */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Tracer } from '../ports/tracer.ts';
import { openSpanExporter } from '../telemetry/span-exporter.ts';
import { createTracer } from '../telemetry/tracer.ts';

export type Tracing = { readonly tracer: Tracer; close(): Promise<void> };

function headersOf({ tracing }: Config): Record<string, string> {
  const pairs = tracing.headers.map((secret): [string, string] => {
    const pair = secret.reveal();
    const at = pair.indexOf('=');
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
  });
  return Object.fromEntries(pairs);
}

export function openTracing(config: Config, logger: Logger, registry: Registry, process: string): Tracing {
  const { endpoint, share } = config.tracing;
  if (endpoint === null) return { tracer: createTracer(null, share), close: async () => {} };
  const dropped = new Counter({
    name: 'octavo_spans_dropped_total',
    help: 'Spans that were not delivered to the collector.',
    registers: [registry],
  });
  const exporter = openSpanExporter({
    endpoint,
    headers: headersOf(config),
    resource: {
      'service.namespace': 'octavo',
      'service.name': `octavo-${process}`,
      'service.instance.id': `${hostname()}-${globalThis.process.pid}`,
    },
    onDropped: (spans, why) => {
      dropped.inc(spans);
      logger.warn({ spans, why }, 'the collector rejected spans');
    },
  });
  return { tracer: createTracer(exporter.sink, share), close: exporter.close };
}
