/** Blocks as mdast. */
import type {
  BlockContent,
  ListItem as MdastItem,
  Paragraph as MdastParagraph,
  PhrasingContent,
} from 'mdast';
import type { Block, Figure, List, ListItem, Text } from '../model/blocks.ts';
import { listStyle, startOf } from '../model/list-labels.ts';
import { figureParts } from './figure-parts.ts';
import { markdownField, markdownImage } from './markdown-field.ts';
import { type MarkdownStyle, markdownInline } from './markdown-inline.ts';
import { markdownTable } from './markdown-table.ts';

export const markdownBlocks = (blocks: readonly Block[], style: MarkdownStyle): BlockContent[] =>
  blocks.flatMap((block) => markdownBlock(block, style));

function markdownBlock(block: Block, style: MarkdownStyle): BlockContent[] {
  switch (block.type) {
    case 'heading': {
      const children = markdownInline(block, style, 'heading');
      return children.length === 0 ? [] : [{ type: 'heading', depth: block.level, children }];
    }
    case 'code':
      return block.content.trim() === '' ? [] : [{ type: 'code', value: block.content }];
    case 'list':
      return block.kids.length === 0 ? [] : [list(block, style)];
    case 'table':
      return markdownTable(block, style);
    case 'figure':
      return figure(block, style);
    case 'field':
      return paragraph(markdownField(block));
    case 'artifact':
      return markdownBlocks(block.kids, style);
    default:
      return textParagraph(block, style);
  }
}

const paragraph = (children: PhrasingContent[]): MdastParagraph[] =>
  children.length === 0 ? [] : [{ type: 'paragraph', children }];

const textParagraph = (text: Text, style: MarkdownStyle) => paragraph(markdownInline(text, style, 'block'));

function figure(block: Figure, style: MarkdownStyle): BlockContent[] {
  const { before, kids, after } = figureParts(block);
  return [
    ...(before ? textParagraph(before, style) : []),
    ...paragraph(markdownImage(block)),
    ...markdownBlocks(kids, style),
    ...(after ? textParagraph(after, style) : []),
  ];
}

function list(block: List, style: MarkdownStyle): BlockContent {
  const kind = listStyle(block);
  return {
    type: 'list',
    ordered: kind === 'numbers',
    ...(kind === 'numbers' && { start: startOf(block) }),
    spread: false,
    children: block.kids.map((item) => listItem(item, kind === 'labels', style)),
  };
}

function listItem(item: ListItem, withLabel: boolean, style: MarkdownStyle): MdastItem {
  const content = markdownInline(item, style, 'block');
  const label = withLabel ? (item.label?.trim() ?? '') : '';
  const first = content[0];
  if (label !== '' && first?.type === 'text') content[0] = { type: 'text', value: `${label} ${first.value}` };
  else if (label !== '') content.unshift({ type: 'text', value: first ? `${label} ` : label });
  const children = [...paragraph(content), ...markdownBlocks(item.kids, style)];
  return { type: 'listItem', spread: needsBlankLines(children), children };
}

/** Only a list that starts with 1 and an item with text can follow a paragraph without a blank line. */
function needsBlankLines(children: readonly BlockContent[]): boolean {
  return children.slice(1).some((child) => {
    if (child.type !== 'list') return true;
    const first = child.children[0]?.children[0];
    return (child.ordered === true && child.start !== 1) || first?.type !== 'paragraph';
  });
}
