/** Running titles and page numbers that the engine took for text: repeated at the same place of the margin. */
import type { BlockDraft, PageDraft, TextDraft } from '../read/draft.ts';
import { isText } from '../read/draft.ts';
import { lineShape } from './line-shape.ts';
import { plainLines } from './text-builder.ts';

/** The margin is this part of the page's height at the top and at the bottom. */
const marginShare = 0.14;
const linesMax = 2;
/** The side margins are this part of the page's width. */
const sideShare = 0.15;
const sideLinesMax = 4;
const placeStep = 6;

export type MarginText = {
  readonly block: TextDraft;
  readonly kind: 'header' | 'footer';
  /** Text and place: equal for what is repeated. */
  readonly key: string;
  /** The same without numbers that count the pages. */
  readonly countedKeys: readonly string[];
  readonly isPageNumber: boolean;
  readonly size: number;
};

function marginKind(block: BlockDraft, page: PageDraft): 'header' | 'footer' | undefined {
  if (block.box[1] > page.height * (1 - marginShare)) return 'header';
  return block.box[3] < page.height * marginShare ? 'footer' : undefined;
}

type Reach = { readonly top: number; readonly bottom: number };

/** How far the content of a page reaches up and down, without what is in the margins. */
function contentReach(page: PageDraft): Reach {
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const block of page.blocks) {
    if (block.type === 'artifact' || block.type === 'figure') continue;
    const kind = isText(block) ? marginKind(block, page) : undefined;
    if (kind !== 'header') top = Math.max(top, block.box[3]);
    if (kind !== 'footer') bottom = Math.min(bottom, block.box[1]);
  }
  return { top, bottom };
}

/** Numbers that are as far from the page's number as they would be on every page become `#`. */
function countedText(text: string, page: number): string | undefined {
  const counted = text.replace(/\d{1,6}/g, (digits) => `#${Number(digits) - page}`);
  return counted === text ? undefined : counted;
}

/** The text without a number at its beginning or end, if enough of it remains to be known again. */
function unnumberedText(text: string): string | undefined {
  const bare = text.replace(/^(\d{1,6}|[ivxlc]{1,8})\s+|\s+(\d{1,6}|[ivxlc]{1,8})$/gu, '');
  return bare !== text && bare.replace(/[^\p{L}]/gu, '').length >= 10 ? `${bare} #` : undefined;
}

/** Nothing but the number of the page, as in `3`, `- 3 -`, `Page 3 of 10`. */
function isPageNumber(text: string, page: number): boolean {
  const match =
    /^(?:\p{L}{1,10}\.? )?[-–—|(\s]*(\d{1,6})[-–—|)\s]*(?:(?:\/|of|von|de|di|sur) ?\d{1,6})?$/u.exec(text);
  return match !== null && Number(match[1]) === page;
}

function marginText(block: BlockDraft, page: PageDraft, reach: Reach): MarginText | undefined {
  if (!isText(block) || block.lines.length > linesMax || block.type === 'caption') return undefined;
  const kind = marginKind(block, page);
  const first = block.lines[0];
  if (kind === undefined || first === undefined) return undefined;
  const isOutermost = kind === 'header' ? block.box[3] >= reach.top - 1 : block.box[1] <= reach.bottom + 1;
  if (!isOutermost) return undefined;
  const text = plainLines(block.lines).slice(0, 200);
  const place = `${kind} ${Math.round(block.box[1] / placeStep)}`;
  const counted = [countedText(text, page.page), unnumberedText(text)];
  return {
    block,
    kind,
    key: `${place} ${text}`,
    countedKeys: counted.flatMap((other) => (other === undefined ? [] : [`${place} ${other}`])),
    isPageNumber: isPageNumber(text, page.page),
    size: lineShape(first).size,
  };
}

type Side = 'left' | 'right';

function sideOf({ box }: BlockDraft, { width }: PageDraft): Side | undefined {
  if (box[2] < width * sideShare) return 'left';
  return box[0] > width * (1 - sideShare) ? 'right' : undefined;
}

type Extent = { readonly from: number; readonly to: number };

/** From where to where the content reaches that is not on this side. */
function extentBeside(side: Side, content: readonly BlockDraft[], page: PageDraft): Extent {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const block of content) {
    if (sideOf(block, page) === side) continue;
    from = Math.min(from, block.box[0]);
    to = Math.max(to, block.box[2]);
  }
  return { from, to };
}

/** Texts beside everything else on the page, as on slides. */
function sideTexts(page: PageDraft): readonly MarginText[] {
  const content = page.blocks.filter(
    (block) => block.type !== 'artifact' && block.type !== 'figure' && marginKind(block, page) === undefined,
  );
  const extents = {
    left: extentBeside('left', content, page),
    right: extentBeside('right', content, page),
  };
  return content.flatMap((block): MarginText[] => {
    const side = sideOf(block, page);
    const first = isText(block) ? block.lines[0] : undefined;
    if (side === undefined || !isText(block) || first === undefined || block.lines.length > sideLinesMax)
      return [];
    const { from, to } = extents[side];
    const isBeside = side === 'left' ? from > block.box[2] : to < block.box[0];
    if (!isBeside || from > to) return [];
    const place = [block.box[0], block.box[1]].map((at) => Math.round(at / placeStep)).join(' ');
    const key = `${side} ${place} ${plainLines(block.lines).slice(0, 200)}`;
    return [
      { block, kind: 'header', key, countedKeys: [], isPageNumber: false, size: lineShape(first).size },
    ];
  });
}

export function marginTexts(page: PageDraft): readonly MarginText[] {
  const reach = contentReach(page);
  const texts = page.blocks.flatMap((block) => marginText(block, page, reach) ?? []);
  return [...texts, ...sideTexts(page)];
}

function isMarginStamp(block: BlockDraft, page: PageDraft): block is TextDraft {
  if (!isText(block) || !block.lines.every((line) => line.angled)) return false;
  const isTall = block.box[3] - block.box[1] > 4 * (block.box[2] - block.box[0]);
  return isTall && (block.box[2] < page.width * 0.12 || block.box[0] > page.width * 0.88);
}

const sentenceCharsMin = 60;
const isSentence = ({ lines }: TextDraft): boolean => {
  const text = plainLines(lines).trim();
  return text.length >= sentenceCharsMin && /[.!?:;]$/u.test(text);
};

/** A sentence of the text may be repeated too: something that is not repeated stands between it and the edge. */
function isInsideText({ block, kind }: MarginText, others: readonly MarginText[]): boolean {
  if (!isSentence(block)) return false;
  return others.some(({ block: { box }, kind: other }) => {
    if (other !== kind) return false;
    return kind === 'header' ? box[1] >= block.box[3] - 1 : box[3] <= block.box[1] + 1;
  });
}

/** Most lines are upright: text at an angle is beside them. On a page that is printed sideways it is the text. */
function isUpright({ blocks }: PageDraft): boolean {
  const lines = blocks.flatMap((block) => (isText(block) ? block.lines : []));
  const angled = lines.filter((line) => line.angled).length;
  return angled <= lines.length - angled;
}

/** Marks running texts as artifacts, and text printed upwards in a side margin. */
export function markArtifacts(
  page: PageDraft,
  isRunningText: (key: string) => boolean,
): readonly BlockDraft[] {
  const running = new Map<BlockDraft, 'header' | 'footer'>();
  const texts = marginTexts(page);
  const isRepeated = ({ key, countedKeys, isPageNumber: isNumber }: MarginText) =>
    isNumber || [key, ...countedKeys].some(isRunningText);
  const others = texts.filter((text) => !isRepeated(text));
  const hasStamps = isUpright(page);
  for (const text of texts)
    if (isRepeated(text) && !isInsideText(text, others)) running.set(text.block, text.kind);
  return page.blocks.map((block) => {
    const kind = running.get(block) ?? (hasStamps && isMarginStamp(block, page) ? 'header' : undefined);
    if (kind === undefined || !isText(block)) return block;
    const { level: _level, ...text } = block;
    const { page: number, box } = block;
    return { type: 'artifact', kind, page: number, box, kids: [{ ...text, type: 'paragraph' }] };
  });
}

/** So many letters are the text of a page, even if it is the same on other pages. */
const lettersMin = 60;

const lettersIn = (blocks: readonly BlockDraft[]): number =>
  blocks.reduce((sum, block) => sum + (isText(block) ? plainLines(block.lines).length : 0), 0);

/** Copies of one page repeat their whole text; a page without any other text keeps it. */
export function keepOnlyText(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  if (blocks.some(({ type }) => type !== 'artifact' && type !== 'figure')) return blocks;
  return blocks.flatMap((block) =>
    block.type === 'artifact' && lettersIn(block.kids) >= lettersMin ? block.kids : [block],
  );
}
