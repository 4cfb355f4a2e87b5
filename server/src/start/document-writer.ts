/** Opens the document writer with the configured settings. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { DocumentWriter } from '../ports/document-writer.ts';
import { measureWriter, writerMetrics } from '../telemetry/writer-metrics.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';

export function openDocumentWriter(
  { engine }: Config,
  logger: Logger,
  workDir: string,
  slots: number,
  registry: Registry,
): DocumentWriter {
  const opened = createDocumentWriter({
    slots,
    workDir,
    sandbox: engine.sandbox,
    pagesMax: engine.pagesMax,
    log: (level, event, fields) => logger[level](fields, event),
    metrics: writerMetrics(registry),
  });
  measureWriter(registry, opened);
  return opened;
}
