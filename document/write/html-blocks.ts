/** Blocks as hast. */
import type { Element, ElementContent } from 'hast';
import { fieldText } from '../model/block-text.ts';
import type { Block, Caption, Figure, Footnote, List, ListItem, Text } from '../model/blocks.ts';
import { listStyle, startOf } from '../model/list-labels.ts';
import { figureParts } from './figure-parts.ts';
import { element, type HtmlStyle, htmlInline, textNode } from './html-inline.ts';
import { htmlTable } from './html-table.ts';
import { noteAnchor } from './mark-ranges.ts';

export const htmlBlocks = (blocks: readonly Block[], style: HtmlStyle): Element[] =>
  blocks.flatMap((block) => htmlBlock(block, style));

const direction = (text: Text) => (text.direction ? { dir: text.direction } : {});

function htmlBlock(block: Block, style: HtmlStyle): Element[] {
  switch (block.type) {
    case 'heading':
      return textElement(
        style.inHeaderCell ? 'p' : `h${block.level}`,
        block,
        htmlInline(block, style, ['bold']),
      );
    case 'code':
      if (block.content.trim() === '') return [];
      return [
        element('pre', direction(block), [
          element('code', {}, [textNode(block.content.replace(/[ \t]+$/gm, ''))]),
        ]),
      ];
    case 'list':
      return block.kids.length === 0 ? [] : [list(block, style)];
    case 'table':
      return block.kids.length === 0 ? [] : [htmlTable(block, style, htmlBlocks)];
    case 'figure':
      return figure(block, style);
    case 'field': {
      const text = fieldText(block);
      return text === '' ? [] : [element('p', { className: ['field'] }, [textNode(text)])];
    }
    case 'artifact':
      return [element('div', { className: [block.kind] }, htmlBlocks(block.kids, style))];
    case 'footnote':
      return footnote(block, style);
    case 'paragraph': {
      const written = textElement('p', block, htmlInline(block, style));
      const isQuote = block.quote && !style.inHeaderCell && written.length > 0;
      return isQuote ? [element('blockquote', {}, written)] : written;
    }
    default:
      return textElement('p', block, htmlInline(block, style), [block.type]);
  }
}

function textElement(tag: string, text: Text, kids: ElementContent[], className: string[] = []): Element[] {
  if (kids.length === 0) return [];
  return [element(tag, { ...(className.length > 0 && { className }), ...direction(text) }, kids)];
}

function footnote(block: Footnote, style: HtmlStyle): Element[] {
  const { note } = block;
  if (note === undefined) return textElement('p', block, htmlInline(block, style), ['footnote']);
  const written = textElement('p', block, htmlInline(block, { ...style, ownNote: note }), ['footnote']);
  for (const { properties } of written) properties['id'] = noteAnchor(note);
  return written;
}

function list(block: List, style: HtmlStyle): Element {
  const kind = listStyle(block);
  const items = block.kids.map((item) => listItem(item, kind === 'labels', style));
  if (kind !== 'numbers') return element('ul', kind === 'labels' ? { className: ['labels'] } : {}, items);
  const start = startOf(block);
  return element('ol', start === 1 ? {} : { start }, items);
}

function listItem(item: ListItem, withLabel: boolean, style: HtmlStyle): Element {
  const label = withLabel ? (item.label?.trim() ?? '') : '';
  const content = htmlInline(item, style);
  if (label !== '') content.unshift(textNode(content.length > 0 ? `${label} ` : label));
  return element('li', direction(item), [...content, ...htmlBlocks(item.kids, style)]);
}

const caption = (text: Caption | undefined, style: HtmlStyle): Element[] =>
  text ? textElement('figcaption', text, htmlInline(text, style)) : [];

/** Without an image, the words of a figure are all that is written. */
function figure(block: Figure, style: HtmlStyle): Element[] {
  const { before, kids, after } = figureParts(block);
  const image =
    block.image === undefined ? [] : [element('img', { src: block.image, alt: block.alt ?? '' }, [])];
  const children = [
    ...caption(before, style),
    ...image,
    ...htmlBlocks(kids, style),
    ...caption(after, style),
  ];
  return children.length === 0 ? [] : [element('figure', {}, children)];
}
