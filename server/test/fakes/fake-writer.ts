/** A fake document writer: each output names its format and the document it was written from. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInfo, type TextFormat } from '../../src/domain/formats.ts';
import type {
  CompareOutcome,
  CompareRequest,
  DocumentWriter,
  StoredWriteRequest,
  WriteOutcome,
} from '../../src/ports/document-writer.ts';
import type { EngineFailure } from '../../src/ports/engine.ts';

export type FakeWriter = Pick<DocumentWriter, 'writeFromStored' | 'compare'> & {
  readonly requests: readonly StoredWriteRequest[];
};

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function writerFailure(over: Partial<EngineFailure> = {}): WriteOutcome {
  const failure = { class: 'crash', retryable: true, message: 'It failed.', detail: 'exit code 1' } as const;
  return { status: 'failed', failure: { ...failure, failedFormats: [], workingFormats: [], ...over } };
}

export async function writeFake(request: StoredWriteRequest): Promise<WriteOutcome> {
  const document = await readFile(request.documentPath);
  const write = async (format: TextFormat) => {
    const bytes = Buffer.from(`${format} of ${document.toString()}`);
    const { mediaType, outputFile } = formatInfo[format];
    const path = join(request.outDir, outputFile);
    await writeFile(path, bytes);
    return { format, path, bytes: bytes.length, sha256: sha256Of(bytes), mediaType };
  };
  return {
    status: 'written',
    outputs: await Promise.all(request.formats.map(write)),
    document: { path: request.documentPath, bytes: document.length, sha256: sha256Of(document) },
    reading: null,
    warnings: [],
    pageCount: 3,
    pagesConverted: 3,
  };
}

/** A comparison names the documents that it was made from. */
export async function compareFake(request: CompareRequest): Promise<CompareOutcome> {
  const read = ({ documentPath }: CompareRequest['base']) => readFile(documentPath, 'utf8');
  const { base, head, scope, format, outPath } = request;
  const bytes = Buffer.from(
    JSON.stringify({ base: await read(base), head: await read(head), scope, format, names: [base.fileName] }),
  );
  await writeFile(outPath, bytes);
  return { status: 'compared', file: { path: outPath, bytes: bytes.length, sha256: sha256Of(bytes) } };
}

export function fakeWriter(
  write: (request: StoredWriteRequest) => Promise<WriteOutcome> = writeFake,
  compare: (request: CompareRequest) => Promise<CompareOutcome> = compareFake,
): FakeWriter {
  const requests: StoredWriteRequest[] = [];
  return {
    requests,
    compare,
    writeFromStored: (request) => {
      requests.push(request);
      return write(request);
    },
  };
}
