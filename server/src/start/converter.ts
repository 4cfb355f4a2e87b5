/** An engine and a document writer as one: for tests, benchmarks and commands that convert without jobs. */
import { convertDocument, type DocumentOutcome } from '../actions/convert-document.ts';
import { createEngine } from '../engine/engine.ts';
import type { EngineSettingsChange } from '../engine/settings.ts';
import type { ConvertRequest, Engine } from '../ports/engine.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';
import type { WriterSettings } from '../writer/settings.ts';

export type Converter = Omit<Engine, 'convert'> & {
  /** Every requested output, and the document. */
  convert(request: ConvertRequest): Promise<DocumentOutcome>;
};

export function createConverter(
  change: EngineSettingsChange = {},
  writerChange: Partial<WriterSettings> = {},
): Converter {
  const engine = createEngine(change);
  const sandbox = change.sandbox ?? 'required';
  const writer = createDocumentWriter({ slots: change.slots ?? 1, sandbox, ...writerChange });
  return {
    ...engine,
    start: async () => {
      const [probe] = await Promise.all([engine.start(), writer.start()]);
      return probe;
    },
    convert: (request) => convertDocument({ engine, writer }, request),
    close: async () => {
      await Promise.all([engine.close(), writer.close()]);
    },
  };
}
