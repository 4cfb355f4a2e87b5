/** The text of a page as a sequence of lines, so that passes can draw the borders between its blocks again. */
import type { BlockDraft, LineDraft, ListItemDraft } from '../read/draft.ts';

export type LineRole = 'text' | 'heading' | 'item' | 'code' | 'term' | 'entry';

/** A line and what it is part of. Passes change `role`, `starts`, `level` and `quote`. */
export type PageLine = {
  line: LineDraft;
  role: LineRole;
  /** Whether it begins a block. */
  starts: boolean;
  /** What the engine took it for. */
  readonly source: 'paragraph' | 'heading' | 'item';
  level?: number;
  /** Whether it is part of a block quote. */
  quote?: true;
};

/** Lines that follow each other, and the blocks between them that are not text. */
export type PagePart =
  | { readonly lines: PageLine[]; readonly block?: never }
  | { readonly block: BlockDraft; readonly lines?: never };

function linesOfText(
  lines: readonly LineDraft[],
  source: PageLine['source'],
  level?: number,
): readonly PageLine[] {
  const role = source === 'paragraph' ? 'text' : source;
  return lines.map((line, at) => ({
    line,
    role: source === 'item' && at > 0 ? 'text' : role,
    starts: at === 0,
    source,
    ...(level !== undefined && { level }),
  }));
}

class Parts {
  readonly list: PagePart[] = [];

  addLines(lines: readonly PageLine[]): void {
    const last = this.list.at(-1);
    if (last?.lines !== undefined) for (const line of lines) last.lines.push(line);
    else if (lines.length > 0) this.list.push({ lines: [...lines] });
  }

  addItem(item: ListItemDraft): void {
    this.addLines(linesOfText(item.lines, 'item'));
    for (const kid of item.kids) this.add(kid);
  }

  add(block: BlockDraft): void {
    if (block.type === 'paragraph') this.addLines(linesOfText(block.lines, 'paragraph'));
    else if (block.type === 'heading') this.addLines(linesOfText(block.lines, 'heading', block.level));
    else if (block.type === 'list') for (const item of block.kids) this.addItem(item);
    else this.list.push({ block });
  }
}

/** Paragraphs, headings and lists become lines; other blocks stay as they are. */
export function pageParts(blocks: readonly BlockDraft[]): readonly PagePart[] {
  const parts = new Parts();
  for (const block of blocks) parts.add(block);
  return parts.list;
}
