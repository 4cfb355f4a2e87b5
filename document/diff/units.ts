/** The units that are compared: texts, items of lists, fields and whole tables, in reading order. */
import { blockText, fieldText } from '../model/block-text.ts';
import type { Block, DocumentNode, Field, ListItem, Table, TextBlock } from '../model/blocks.ts';
import type { DocumentStream } from '../model/document.ts';
import { refOf, titleOf } from '../reading/placement.ts';
import { cleanParts } from '../write/clean-document.ts';
import { DiffTooLargeError } from './diff.ts';

/** A node with text of its own. */
export type UnitNode = TextBlock | ListItem | Field | Table;

/** Small: the nodes themselves are read again for what differs. */
export type Unit = {
  readonly index: number;
  readonly ref: string;
  readonly kind: 'text' | 'field' | 'table';
  readonly text: string;
  /** Equal for units that say the same. */
  readonly key: string;
  /** Type, level and label. */
  readonly shape: string;
  readonly section: string | null;
};

/** Bounds memory, and with it the time, of a comparison. */
export const unitsMax = 200_000;
export const charsMax = 20_000_000;

export type DiffSource = {
  readonly document: DocumentStream;
  /** Whether the json output of its job has them, which refs count. They are not compared. */
  readonly includeHeaderFooter: boolean;
};

type Placed = { readonly node: UnitNode; readonly ref: string };

/** Tables are not entered: their cells are compared with cells. */
function* unitNodes(nodes: readonly DocumentNode[], refs: (at: number) => string): Generator<Placed> {
  for (const [at, node] of nodes.entries()) {
    const ref = refs(at);
    if (node.type === 'artifact') continue;
    if (node.type === 'table') {
      yield { node, ref };
      continue;
    }
    if ('content' in node) yield { node, ref };
    yield* unitNodes(node.kids, (kid) => `${ref}/kids/${kid}`);
  }
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The label of an item is not part of it: one item more would change all that follow. */
function textOf(node: UnitNode): string {
  if (node.type === 'table') return blockText(node as Block);
  if (node.type === 'field') return fieldText(node) || squeeze(`${node.label ?? node.name}:`);
  const content = node.type === 'code' ? node.content : squeeze(node.content);
  return node.type === 'list_item' && content === '' ? squeeze(node.label ?? '') : content;
}

const kindOf = ({ type }: UnitNode): Unit['kind'] => (type === 'table' || type === 'field' ? type : 'text');

const shapeOf = (node: UnitNode) =>
  [
    node.type,
    node.type === 'heading' ? node.level : '',
    node.type === 'list_item' ? (node.label ?? '') : '',
  ].join(' ');

function keyOf(node: UnitNode, text: string): string {
  if (node.type === 'field') return `field\n${node.name}\n${text}`;
  return node.type === 'table' ? `table\n${text}` : text;
}

export type ReadUnit = { readonly unit: Unit; readonly node: UnitNode };

/** Throws `DiffTooLargeError` once a document is longer than the bounds. */
export function* readUnits({ document, includeHeaderFooter }: DiffSource): Generator<ReadUnit> {
  let [kid, index, chars] = [0, 0, 0];
  let section: string | null = null;
  for (const part of cleanParts(document, { includeHeaderFooter })) {
    const first = kid;
    kid += part.kids.length;
    for (const { node, ref } of unitNodes(part.kids, (at) => refOf(first + at))) {
      const text = textOf(node);
      if (text === '') continue;
      chars += text.length;
      if (index >= unitsMax || chars > charsMax) throw new DiffTooLargeError('a document is too long');
      const shape = shapeOf(node);
      yield {
        unit: { index: index++, ref, kind: kindOf(node), text, key: keyOf(node, text), shape, section },
        node,
      };
      if (node.type === 'heading') section = titleOf(node.content);
    }
  }
}

export function unitsOf(source: DiffSource): readonly Unit[] {
  const units: Unit[] = [];
  for (const { unit } of readUnits(source)) units.push(unit);
  return units;
}
