/** Inline nodes as hast. */
import type { Element, ElementContent, Properties } from 'hast';
import type { Text } from '../model/blocks.ts';
import { type Inline, inlineTree } from './inline-tree.ts';
import { type MarkKind, target } from './mark-ranges.ts';

export type HtmlStyle = {
  readonly keepLineBreaks: boolean;
  /** Header cells must not contain headings. */
  readonly inHeaderCell?: boolean;
};

export const element = (
  tagName: string,
  properties: Properties,
  children: readonly ElementContent[],
): Element => ({ type: 'element', tagName, properties, children: [...children] });

export const textNode = (value: string): ElementContent => ({ type: 'text', value });

const tags = { bold: 'strong', italic: 'em', strike: 's', sup: 'sup', sub: 'sub' } as const;

function htmlNode(node: Inline): ElementContent {
  switch (node.kind) {
    case 'text':
      return textNode(node.value);
    case 'break':
      return element('br', {}, []);
    case 'code':
      return element('code', {}, [textNode(node.value)]);
    case 'link':
      return element('a', { href: target(node.link) }, node.kids.map(htmlNode));
    default:
      return element(tags[node.kind], {}, node.kids.map(htmlNode));
  }
}

export function htmlInline(text: Text, style: HtmlStyle, ignore: readonly MarkKind[] = []): ElementContent[] {
  return inlineTree(text, { keepLineBreaks: style.keepLineBreaks, ignore }).map(htmlNode);
}
