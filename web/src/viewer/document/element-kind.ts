/** Groups the node types of the JSON result into the kinds that have their own colour. */
import type { NodeType } from '@octavo/sdk';

export const elementKinds = [
  'heading',
  'paragraph',
  'list',
  'table',
  'figure',
  'caption',
  'code',
  'formula',
  'footnote',
  'field',
  'artifact',
] as const;
export type ElementKind = (typeof elementKinds)[number];

const kinds: Readonly<Record<NodeType, ElementKind>> = {
  heading: 'heading',
  paragraph: 'paragraph',
  list: 'list',
  list_item: 'list',
  table: 'table',
  row: 'table',
  cell: 'table',
  figure: 'figure',
  caption: 'caption',
  code: 'code',
  formula: 'formula',
  footnote: 'footnote',
  field: 'field',
  artifact: 'artifact',
};

/** A newer server may write unknown types: they are shown as paragraphs. */
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
  figure: { text: 'text-el-figure', bar: 'bg-el-figure', box: 'viewer-box-figure' },
  caption: { text: 'text-el-caption', bar: 'bg-el-caption', box: 'viewer-box-caption' },
  code: { text: 'text-el-code', bar: 'bg-el-code', box: 'viewer-box-code' },
  formula: { text: 'text-el-formula', bar: 'bg-el-formula', box: 'viewer-box-formula' },
  footnote: { text: 'text-el-footnote', bar: 'bg-el-footnote', box: 'viewer-box-footnote' },
  field: { text: 'text-el-field', bar: 'bg-el-field', box: 'viewer-box-field' },
  artifact: { text: 'text-el-artifact', bar: 'bg-el-artifact', box: 'viewer-box-artifact' },
};
