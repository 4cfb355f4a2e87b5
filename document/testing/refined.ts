/** Refines extractions for tests and shows blocks as short lines. */
import type { Block, DocumentNode } from '../model/blocks.ts';
import type { Element, ExtractedPage } from '../model/extraction.ts';
import { refineDocument } from '../refine/refine-document.ts';
import { extraction, page } from './extraction-builder.ts';

export function refinedPages(pages: readonly ExtractedPage[], options = {}): readonly (readonly Block[])[] {
  return [...refineDocument(extraction(pages), options).parts()].map((part) => part.kids);
}

export function refined(elements: readonly Element[], rest: Partial<ExtractedPage> = {}): readonly Block[] {
  return refinedPages([page(1, elements, rest)])[0] ?? [];
}

function marksOf(block: DocumentNode): readonly string[] {
  switch (block.type) {
    case 'heading':
      return [`${block.level}`];
    case 'list':
      return [block.ordered ? `ol${block.start ?? ''}` : 'ul'];
    case 'list_item':
      return block.label === undefined ? [] : [`[${block.label}]`];
    case 'cell':
      return block.header === undefined ? [] : [block.header];
    case 'artifact':
      return [block.kind];
    default:
      return [];
  }
}

/** Type, what marks it out, and content, indented by depth: `list ol`, `  list_item [1.] one`. */
export function outlineOf(blocks: readonly DocumentNode[], depth = 0): readonly string[] {
  return blocks.flatMap((block) => {
    const content = 'content' in block && block.content !== '' ? [block.content] : [];
    const text = [block.type, ...marksOf(block), ...content].join(' ');
    return [`${'  '.repeat(depth)}${text}`, ...outlineOf(block.kids, depth + 1)];
  });
}
