/**
 * Converts a document: short ones in one piece, long ones in ranges of pages, in as many slots as are free. A long
 * document would need memory for all of its pages, and would keep others waiting until its end.
 */
import { isTextFormat } from '../domain/formats.ts';
import { pagesOf, pagesWithin } from '../domain/page-range.ts';
import type { ConvertOutcome, ConvertRequest } from '../ports/engine.ts';
import { convertInRanges } from './convert-in-ranges.ts';
import { convertOnce } from './convert-once.ts';
import type { ProcessPool } from './process-pool.ts';
import type { EngineSettings } from './settings.ts';

/** Up to here the whole document fits in memory and ends soon; each range opens the document again. */
const wholePagesMax = 200;
/** A few seconds of work: a shorter document of another account waits no longer for a slot. */
const rangePages = 100;

export async function convert(
  settings: EngineSettings,
  pool: ProcessPool,
  request: ConvertRequest,
): Promise<ConvertOutcome> {
  const pages = isDivisible(request) ? chosenPages(request) : [];
  if (pages.length > wholePagesMax) {
    return convertInRanges(settings, pool, request, dividedBy(rangePages, pages));
  }
  const isSalvaged = request.salvage === true && pages.length > 0;
  return isSalvaged
    ? convertInRanges(settings, pool, request, [pages])
    : convertOnce(settings, pool, request);
}

function dividedBy(size: number, pages: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, index) =>
    pages.slice(index * size, (index + 1) * size),
  );
}

/**
 * PDFs are written as a whole, images are numbered through the document, and the structure tree spans its pages.
 */
function isDivisible({ options: { format, imageOutput, useStructTree } }: ConvertRequest): boolean {
  return format.every(isTextFormat) && imageOutput === 'off' && !useStructTree;
}

/** None if the choice is not valid. */
function chosenPages({ options, pageCount }: ConvertRequest): readonly number[] {
  const chosen = pagesWithin(options.pages ?? `1-${pageCount}`, pageCount);
  return chosen.ok ? pagesOf(chosen.range) : [];
}
