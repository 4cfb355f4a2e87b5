/** Groups the node types of the JSON result into the kinds that have their own colour. */
import type { NodeType } from '@octavo/sdk';

export const elementKinds = [
  'heading',
  'paragraph',
  'list',
  'table',
  'image',
  'caption',
  'formula',
  'margin',
] as const;
export type ElementKind = (typeof elementKinds)[number];

const kinds: Readonly<Record<NodeType, ElementKind>> = {
  heading: 'heading',
  paragraph: 'paragraph',
  'text chunk': 'paragraph',
  'text block': 'paragraph',
  list: 'list',
  'list item': 'list',
  toc: 'list',
  'toc item': 'list',
  table: 'table',
  'table row': 'table',
  'table cell': 'table',
  image: 'image',
  caption: 'caption',
  formula: 'formula',
  header: 'margin',
  footer: 'margin',
};

/** A newer engine may report unknown types: they are shown as paragraphs. */
export function kindOf(type: string): ElementKind {
  return Object.hasOwn(kinds, type) ? kinds[type as NodeType] : 'paragraph';
}

type KindStyle = { readonly text: string; readonly bar: string; readonly box: string };

/** Complete class names, because Tailwind finds them by scanning the source. */
export const kindStyles: Readonly<Record<ElementKind, KindStyle>> = {
  heading: { text: 'text-el-heading', bar: 'bg-el-heading', box: 'viewer-box-heading' },
  paragraph: { text: 'text-el-paragraph', bar: 'bg-el-paragraph', box: 'viewer-box-paragraph' },
  list: { text: 'text-el-list', bar: 'bg-el-list', box: 'viewer-box-list' },
  table: { text: 'text-el-table', bar: 'bg-el-table', box: 'viewer-box-table' },
  image: { text: 'text-el-image', bar: 'bg-el-image', box: 'viewer-box-image' },
  caption: { text: 'text-el-caption', bar: 'bg-el-caption', box: 'viewer-box-caption' },
  formula: { text: 'text-el-formula', bar: 'bg-el-formula', box: 'viewer-box-formula' },
  margin: { text: 'text-el-margin', bar: 'bg-el-margin', box: 'viewer-box-margin' },
};
