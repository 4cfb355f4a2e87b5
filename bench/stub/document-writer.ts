/** A stub document writer with the interface of the real one: every output is a few bytes. */
import { join } from 'node:path';
import type {
  DocumentWriter,
  ExtractionWriteRequest,
  StoredWriteRequest,
} from '../../server/src/ports/document-writer.ts';
import { writeStub, writeStubFile } from './stub-file.ts';

async function write({ formats, outDir }: ExtractionWriteRequest | StoredWriteRequest) {
  const outputs = await Promise.all(formats.map((format) => writeStub(format, outDir)));
  const document = await writeStubFile(join(outDir, 'document.jsonl.zst'));
  const reading = await writeStubFile(join(outDir, 'reading.index'));
  const pages = { pageCount: 1, pagesConverted: 1 } as const;
  return { status: 'written', outputs, document, reading, warnings: [], ...pages } as const;
}

/** In the place of the service's own function of this name. */
export function openDocumentWriter(): DocumentWriter {
  return {
    start: async () => {},
    writeFromExtraction: write,
    writeFromStored: write,
    layOut: async ({ extractionPath }) => ({ status: 'laid_out', path: extractionPath, bytes: 0 }),
    compare: async ({ outPath }) => ({ status: 'compared', file: await writeStubFile(outPath) }),
    use: () => ({ slots: 0, busy: 0, waiting: 0 }),
    close: async () => {},
  };
}
