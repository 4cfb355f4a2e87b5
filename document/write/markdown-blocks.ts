/** Blocks as mdast. */
import type {
  BlockContent,
  DefinitionContent,
  ListItem as MdastItem,
  Paragraph as MdastParagraph,
  PhrasingContent,
} from 'mdast';
import type { Block, Figure, Footnote, List, ListItem, Text } from '../model/blocks.ts';
import { listStyle, startOf } from '../model/list-labels.ts';
import { figureParts } from './figure-parts.ts';
import { withoutOwnMark } from './footnote-parts.ts';
import { markdownField, markdownImage } from './markdown-field.ts';
import { type MarkdownStyle, markdownInline } from './markdown-inline.ts';
import { markdownTable } from './markdown-table.ts';

/** Blocks, and the definitions of footnotes. */
export type FlowContent = BlockContent | DefinitionContent;

export const markdownBlocks = (blocks: readonly Block[], style: MarkdownStyle): FlowContent[] =>
  blocks.flatMap((block) => markdownBlock(block, style));

function markdownBlock(block: Block, style: MarkdownStyle): FlowContent[] {
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
    case 'footnote':
      return footnote(block, style);
    case 'artifact':
      return markdownBlocks(block.kids, style);
    default:
      return textParagraph(block, style);
  }
}

const paragraph = (children: PhrasingContent[]): MdastParagraph[] =>
  children.length === 0 ? [] : [{ type: 'paragraph', children }];

const textParagraph = (text: Text, style: MarkdownStyle) => paragraph(markdownInline(text, style, 'block'));

/** A definition has no printed mark: a reader of gfm numbers notes by itself. */
function footnote(block: Footnote, style: MarkdownStyle): FlowContent[] {
  const { note } = block;
  const children = textParagraph(withoutOwnMark(block), style);
  if (!style.notes || note === undefined || children.length === 0) return textParagraph(block, style);
  return [{ type: 'footnoteDefinition', identifier: note, label: note, children }];
}

function figure(block: Figure, style: MarkdownStyle): FlowContent[] {
  const { before, kids, after } = figureParts(block);
  return [
    ...(before ? textParagraph(before, style) : []),
    ...paragraph(markdownImage(block)),
    ...markdownBlocks(kids, style),
    ...(after ? textParagraph(after, style) : []),
  ];
}

function list(block: List, style: MarkdownStyle): FlowContent {
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
function needsBlankLines(children: readonly FlowContent[]): boolean {
  return children.slice(1).some((child) => {
    if (child.type !== 'list') return true;
    const first = child.children[0]?.children[0];
    return (child.ordered === true && child.start !== 1) || first?.type !== 'paragraph';
  });
}
