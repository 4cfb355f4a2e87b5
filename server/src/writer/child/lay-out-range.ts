/** Lays out the pages of an extraction, so that this is done once and, of a long document, while it is extracted. */
import { join } from 'node:path';
import { layOutExtraction } from '@octavo/document/refine/lay-out-extraction.ts';
import type { LayoutOptions } from '@octavo/document/refine/lay-out-page.ts';
import { fileNames, type WriterLaidOut, type WriterLayOutRequest } from '../message.ts';
import { linesOf } from './line-source.ts';
import { ByteBudget, type WrittenFile, writeFile } from './output-file.ts';

type Limits = Pick<WriterLayOutRequest, 'directory' | 'lineBytesMax' | 'outputBytesMax'>;

/** In the directory of the process: from `extraction` to `laidOut`. */
export function layOutFile(
  { directory, lineBytesMax, outputBytesMax }: Limits,
  options: LayoutOptions,
): WrittenFile {
  const lines = () => linesOf(join(directory, fileNames.extraction), lineBytesMax);
  const budget = new ByteBudget(outputBytesMax);
  return writeFile(join(directory, fileNames.laidOut), layOutExtraction({ lines }, options), budget);
}

export function layOutRange(request: WriterLayOutRequest): WriterLaidOut {
  return { event: 'laid_out', id: request.id, file: layOutFile(request, request) };
}
