/** Inline nodes as hast. */
import type { Element, ElementContent, Properties } from 'hast';
import type { Text } from '../model/blocks.ts';
import { type Inline, inlineTree } from './inline-tree.ts';
import { type MarkKind, noteAnchor, noteMarkAnchor, target } from './mark-ranges.ts';

export type HtmlStyle = {
  readonly keepLineBreaks: boolean;
  /** Header cells must not contain headings and block quotes. */
  readonly inHeaderCell?: boolean;
  /** The name of the footnote that is written. */
  readonly ownNote?: string;
};

export const element = (
  tagName: string,
  properties: Properties,
  children: readonly ElementContent[],
): Element => ({ type: 'element', tagName, properties, children: [...children] });

export const textNode = (value: string): ElementContent => ({ type: 'text', value });

const tags = { bold: 'strong', italic: 'em', strike: 's', sup: 'sup', sub: 'sub' } as const;

/** From a mark in the text to the footnote, and from the footnote back. */
function noteLink(note: string, kids: ElementContent[], isOwn: boolean): Element {
  if (isOwn) return element('a', { href: `#${noteMarkAnchor(note)}` }, kids);
  return element('a', { id: noteMarkAnchor(note), href: `#${noteAnchor(note)}` }, kids);
}

function htmlNode(node: Inline, style: HtmlStyle): ElementContent {
  const kids = () => ('kids' in node ? node.kids.map((kid) => htmlNode(kid, style)) : []);
  switch (node.kind) {
    case 'text':
      return textNode(node.value);
    case 'break':
      return element('br', {}, []);
    case 'code':
      return element('code', {}, [textNode(node.value)]);
    case 'link':
      return element('a', { href: target(node.link) }, kids());
    case 'note':
      return noteLink(node.note, kids(), node.note === style.ownNote);
    default:
      return element(tags[node.kind], {}, kids());
  }
}

export function htmlInline(text: Text, style: HtmlStyle, ignore: readonly MarkKind[] = []): ElementContent[] {
  return inlineTree(text, { keepLineBreaks: style.keepLineBreaks, ignore }).map((node) =>
    htmlNode(node, style),
  );
}
