/** A fake of the document writer: one markdown file and a document of a few bytes, for any extraction. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DocumentWriter,
  ExtractionWriteRequest,
  WriteOutcome,
} from '../../src/ports/document-writer.ts';

/** What the fake engine writes as its extraction. */
export type FakeExtraction = { readonly pageCount: number; readonly pagesConverted: number };

type Written = Extract<WriteOutcome, { status: 'written' }>;

export const markdown = '# made\n';
export const storedDocument = 'stored\n';
export const storedReading = 'reading\n';

async function file(path: string, content: string) {
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, bytes: content.length, sha256 };
}

export async function written(
  { extractionPath, outDir }: ExtractionWriteRequest,
  overrides: Partial<Written> = {},
): Promise<Written> {
  const pages = JSON.parse(await readFile(extractionPath, 'utf8')) as FakeExtraction;
  const output = await file(join(outDir, 'document.md'), markdown);
  return {
    status: 'written',
    outputs: [{ ...output, format: 'markdown', mediaType: 'text/markdown' }],
    document: await file(join(outDir, 'document.jsonl.zst'), storedDocument),
    reading: await file(join(outDir, 'reading.index'), storedReading),
    warnings: [],
    ...pages,
    ...overrides,
  };
}

export const fakeDocumentWriter: Pick<DocumentWriter, 'writeFromExtraction' | 'layOut'> = {
  layOut: async ({ extractionPath }) => ({ status: 'laid_out', path: extractionPath, bytes: 0 }),
  writeFromExtraction: (request) => written(request),
};
