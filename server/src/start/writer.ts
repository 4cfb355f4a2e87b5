/** Opens the document writer with the configured settings. */
import type { DocumentWriter } from '../ports/document-writer.ts';
import type { EngineFailure } from '../ports/engine.ts';

const notBuilt: EngineFailure = {
  class: 'environment',
  retryable: true,
  message: 'The service could not write the outputs; try again later.',
  detail: 'this version has no document writer',
  failedFormats: [],
  workingFormats: [],
};

/** Refuses everything until the writer's processes are part of the service. */
export function openDocumentWriter(): DocumentWriter {
  const refuse = async () => ({ status: 'failed', failure: notBuilt }) as const;
  return {
    start: async () => {},
    writeFromExtraction: refuse,
    writeFromStored: refuse,
    close: async () => {},
  };
}
