/** Texts that the outline of the PDF names as headings of their page, where the engine saw a paragraph or a list. */
import type { BlockDraft, LineDraft, ListDraft, ListItemDraft, TextDraft } from '../read/draft.ts';
import { unionBox } from '../read/draft.ts';

/** Whether the outline has an entry with this text that leads to this page. */
export type IsOutlineTitle = (lines: readonly LineDraft[], page: number) => boolean;

const titleLinesMax = 3;

function textOf(type: 'heading' | 'paragraph', lines: readonly LineDraft[], page: number): TextDraft {
  return { type, page, box: unionBox(lines.map((line) => line.box)), lines };
}

/** The heading at the beginning of the lines and the rest as a paragraph. */
function splitTitle(
  lines: readonly LineDraft[],
  page: number,
  isTitle: IsOutlineTitle,
): readonly TextDraft[] | undefined {
  for (let count = Math.min(titleLinesMax, lines.length); count > 0; count -= 1) {
    const title = lines.slice(0, count);
    if (!isTitle(title, page)) continue;
    const rest = lines.slice(count);
    const heading = textOf('heading', title, page);
    return rest.length === 0 ? [heading] : [heading, textOf('paragraph', rest, page)];
  }
  return undefined;
}

function listOf(items: readonly ListItemDraft[], list: ListDraft): readonly BlockDraft[] {
  if (items.length === 0) return [];
  return [{ ...list, kids: items, box: unionBox(items.map((item) => item.box)) }];
}

function splitList(list: ListDraft, isTitle: IsOutlineTitle): readonly BlockDraft[] {
  const result: BlockDraft[] = [];
  let open: ListItemDraft[] = [];
  for (const item of list.kids) {
    const parts = splitTitle(item.lines, item.page, isTitle);
    if (parts === undefined) {
      open.push(item);
      continue;
    }
    for (const block of [...listOf(open, list), ...parts, ...item.kids]) result.push(block);
    open = [];
  }
  return result.length === 0 ? [list] : [...result, ...listOf(open, list)];
}

/** Blocks of a page, before labels are split from list items. */
export function promoteOutlineTitles(
  blocks: readonly BlockDraft[],
  isTitle: IsOutlineTitle,
): readonly BlockDraft[] {
  return blocks.flatMap((block) => {
    if (block.type === 'list') return splitList(block, isTitle);
    if (block.type !== 'paragraph') return [block];
    return splitTitle(block.lines, block.page, isTitle) ?? [block];
  });
}
