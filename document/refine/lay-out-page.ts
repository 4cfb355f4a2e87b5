/** One page as the engine found it: its lines are repaired, tables are found, elements are put in reading order. */

import { arrangePage } from '../layout/arrange-page.ts';
import { joinInitials } from '../layout/join-initials.ts';
import { joinMarks } from '../layout/join-marks.ts';
import type { ExtractedPage } from '../model/extraction.ts';
import { withAnnotationTexts } from '../read/annotation-texts.ts';
import { dropDoubledLetters } from '../read/doubled-letters.ts';
import { takeLineNumbers } from '../read/line-numbers.ts';
import { joinLooseMarks } from '../read/loose-marks.ts';
import { monospacedFonts } from '../read/monospaced-page.ts';
import { spaceSqueezedWords } from '../read/squeezed-words.ts';
import { withTrustedTags } from '../read/trusted-tags.ts';
import { findTables } from '../tables/find-tables.ts';

export type LayoutOptions = {
  /** Elements stay in the order of the extraction. */
  readonly keepOrder?: boolean;
  /** Blocks, tables and their order stay as in the extraction, which took them from the structure tree of the PDF. */
  readonly keepStructure?: boolean;
};

function inOrder(page: ExtractedPage, { keepOrder, keepStructure }: LayoutOptions): ExtractedPage {
  if (keepStructure) return page;
  const numberless = takeLineNumbers(page);
  const elements = joinInitials(joinMarks(numberless.elements));
  const found = findTables(elements === page.elements ? page : { ...page, elements });
  return keepOrder ? found : arrangePage(found);
}

/** Depends on nothing but the page. `isRecognized`: its text was read from a picture (OCR). */
export function layOutPage(
  extracted: ExtractedPage,
  options: LayoutOptions & { readonly isRecognized: boolean },
): ExtractedPage {
  const { texts: _, ...page } = withTrustedTags(withAnnotationTexts(extracted, options.isRecognized));
  const { elements } = inOrder(spaceSqueezedWords(dropDoubledLetters(joinLooseMarks(page))), options);
  return { ...page, elements, rules: [], fills: [], laid_out: { monospaced: [...monospacedFonts(page)] } };
}
