/** The other request of a writer process: compares two stored documents, and writes what differs. */
import { join } from 'node:path';
import { compareDocuments } from '@octavo/document/diff/compare-documents.ts';
import { writeDiffHtml } from '@octavo/document/diff/write-diff-html.ts';
import { writeDiffJson } from '@octavo/document/diff/write-diff-json.ts';
import { readStored } from '@octavo/document/store/stored-document.ts';
import { fileNames, type WriterCompared, type WriterCompareRequest } from '../message.ts';
import { decompressFile } from './compression.ts';
import { linesOf } from './line-source.ts';
import { ByteBudget, writeFile } from './output-file.ts';

const writers = { json: writeDiffJson, html: writeDiffHtml } as const;

/** All of it is sent in one response. */
const diffBytesMax = 256 * 1_048_576;

export async function compareStored(request: WriterCompareRequest): Promise<WriterCompared> {
  const { id, directory, scope, format } = request;
  const place = (name: string) => join(directory, name);
  const budget = new ByteBudget(request.outputBytesMax);
  const open = async (side: 'base' | 'head', plain: string) => {
    await decompressFile(place(fileNames[side]), plain, budget);
    const document = readStored(() => linesOf(plain, request.lineBytesMax));
    return { document, includeHeaderFooter: request[side].includeHeaderFooter };
  };
  const base = await open('base', place(fileNames.basePlain));
  const head = await open('head', place(fileNames.headPlain));
  const diff = compareDocuments(base, head, { scope });
  const nameOf = (side: 'base' | 'head') => ({
    job_id: request[side].jobId,
    file_name: request[side].fileName,
  });
  const pieces = writers[format](diff, { base: nameOf('base'), head: nameOf('head') });
  const file = writeFile(place(fileNames.diff), pieces, new ByteBudget(diffBytesMax));
  return { event: 'compared', id, file };
}
