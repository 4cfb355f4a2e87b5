/** One page: from the engine's elements to refined drafts. */

import type { ExtractedPage, RecognizedWords } from '../model/extraction.ts';
import type { BlockDraft, FieldDraft, PageDraft } from '../read/draft.ts';
import { mapBlocks, mapKids } from '../read/draft.ts';
import { keepOnlyText, markArtifacts } from './artifacts.ts';
import type { Direction } from './bidi.ts';
import { attachCaptions } from './captions.ts';
import { joinListings } from './code.ts';
import { joinParts } from './continued.ts';
import { withoutDrawnValues } from './drawn-values.ts';
import { fieldDraft, placeFields } from './fields.ts';
import { type LayoutOptions, layOutPage } from './lay-out-page.ts';
import { PageLinks } from './links.ts';
import { refineList } from './lists.ts';
import { countFormulas, withoutFormulaHeadings } from './math.ts';
import { mirrorBlocks } from './mirror.ts';
import { PageTags } from './page-tags.ts';
import { readBlocks } from './read-blocks.ts';
import { PageWords } from './recognized-words.ts';
import { restructure } from './restructure.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { refineTable } from './tables.ts';
import type { WarningCounter } from './warnings.ts';

export type ReadPage = {
  readonly facts: Pick<ExtractedPage, 'fields' | 'not_carried'>;
  readonly draft: PageDraft;
  readonly links: PageLinks;
};

export type ReadPageContext = LayoutOptions & {
  /** Of the page, if its text was recognized. */
  readonly words?: RecognizedWords | undefined;
  readonly pageCount: number;
  /** Of most of the document, if it is known. */
  readonly direction?: Direction;
};

/** What both passes over the document need: text in reading order. */
export function readPage(extracted: ExtractedPage, context: ReadPageContext): ReadPage {
  const isRecognized = context.words !== undefined;
  const page = extracted.laid_out ? extracted : layOutPage(extracted, { ...context, isRecognized });
  const { pageCount, direction } = context;
  const links = new PageLinks(page.links, pageCount);
  const blocks = readBlocks(page.elements, {
    page: page.page,
    links,
    words: new PageWords(context.words),
    monospaced: new Set(page.laid_out?.monospaced),
    ...(page.structure && { tags: new PageTags(page.structure) }),
    ...(direction && { direction }),
  });
  const { page: number, width, height, fields, not_carried } = page;
  return { facts: { fields, not_carried }, draft: { page: number, width, height, blocks }, links };
}

function refineBlock(block: BlockDraft): readonly BlockDraft[] {
  if (block.type === 'list') return refineList(block);
  return block.type === 'table' ? refineTable(block) : [block];
}

/** Of a page that is read from its left edge. */
function shapeBlocks(
  marked: readonly BlockDraft[],
  fields: readonly FieldDraft[],
  facts: SurveyFacts,
  keepStructure: boolean,
): readonly BlockDraft[] {
  const placed = placeFields(keepStructure ? marked : restructure(marked, facts), fields);
  const shaped = mapBlocks(placed, refineBlock);
  return mapKids(shaped, (kids) => {
    const listed = facts.bodyMono ? kids : joinListings(kids);
    return joinParts(attachCaptions(listed));
  });
}

export function refinePage(
  { facts: { fields: found, not_carried: notCarried }, draft, links }: ReadPage,
  facts: SurveyFacts,
  { warnings, keepStructure }: LayoutOptions & { readonly warnings: WarningCounter },
): PageDraft {
  const { page } = draft;
  const fields = found.map((field) => fieldDraft(field, page));
  const own = { ...draft, blocks: withoutFormulaHeadings(withoutDrawnValues(draft.blocks, fields)) };
  const marked = keepOnlyText(markArtifacts(own, facts.isRunningText));
  const isMirrored = facts.direction === 'rtl';
  const turned = <T extends BlockDraft>(list: readonly T[]): readonly T[] =>
    isMirrored ? mirrorBlocks(list, draft.width) : list;
  const blocks = turned(shapeBlocks(turned(marked), turned(fields), facts, keepStructure === true));
  warnings.add('attachments_not_carried', page, notCarried.attachments ?? 0);
  warnings.add('annotations_not_carried', page, notCarried.annotations ?? 0);
  warnings.add('link_without_text', page, links.lost());
  warnings.add('math_as_text', page, countFormulas(blocks));
  return { ...draft, blocks };
}
