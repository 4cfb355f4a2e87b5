/** Opens the document writer with the configured settings. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { DocumentWriter } from '../ports/document-writer.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';

export function openDocumentWriter(
  { engine }: Config,
  logger: Logger,
  workDir: string,
  slots: number,
): DocumentWriter {
  return createDocumentWriter({
    slots,
    workDir,
    pagesMax: engine.pagesMax,
    log: (level, event, fields) => logger[level](fields, event),
  });
}
