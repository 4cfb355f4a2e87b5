/** The JSON result indexed for the viewer: elements by pointer and by page, and the blocks in reading order. */
import {
  type Box,
  type DocumentNode,
  type PageSize,
  type ParsedDocument,
  parseDocument,
  placesOf,
  textOf,
  type Visit,
  walk,
} from '@octavo/sdk';
import { type ElementKind, elementKinds, kindOf } from './element-kind.ts';

/** A node that has a box on a page. */
export type DocumentElement = {
  /** JSON Pointer: the address of the node. */
  readonly pointer: string;
  readonly node: DocumentNode;
  readonly kind: ElementKind;
  /** Where it begins, from 1. */
  readonly page: number;
  readonly box: Box;
  /** The pointer of the block it belongs to; its own pointer if it is a block. */
  readonly block: string;
  /** Position among all elements in reading order. */
  readonly order: number;
};

/** An element where it begins, or where it continues on a later page. */
export type PlacedElement = {
  readonly element: DocumentElement;
  readonly box: Box;
  readonly isContinued: boolean;
};

export type DocumentModel = {
  readonly root: ParsedDocument;
  /** The JSON result as it was written. */
  readonly json: unknown;
  readonly elements: readonly DocumentElement[];
  readonly byPointer: ReadonlyMap<string, DocumentElement>;
  readonly byPage: ReadonlyMap<number, readonly PlacedElement[]>;
  /** The sizes that the boxes refer to. */
  readonly pageSizes: PageSizes;
  /** In reading order; a list or a table is one block. */
  readonly blocks: readonly DocumentElement[];
  /** Number of blocks of each kind, for the legend. */
  readonly counts: Readonly<Record<ElementKind, number>>;
};

function isBox(box: unknown): boolean {
  return Array.isArray(box) && box.length === 4 && box.every(Number.isFinite);
}

/** The child of the root that contains the node. */
function blockOf(visit: Visit): Visit {
  let block = visit;
  while (block.parent !== null) block = block.parent;
  return block;
}

/** A row is only a group of cells: its box would cover theirs. */
function isElement({ node }: Visit): boolean {
  return node.type !== 'row' && isBox(node.box);
}

/** Images may reach beyond the page, which cuts them off. */
function onPage(box: Box, size: PageSize | undefined): Box {
  if (size === undefined) return box;
  const across = (x: number) => Math.min(Math.max(x, 0), size.width);
  const down = (y: number) => Math.min(Math.max(y, 0), size.height);
  return [across(box[0]), down(box[1]), across(box[2]), down(box[3])];
}

type PageSizes = ReadonlyMap<number, PageSize>;

function byPageOf(elements: readonly DocumentElement[], sizes: PageSizes): Map<number, PlacedElement[]> {
  const byPage = new Map<number, PlacedElement[]>();
  for (const element of elements) {
    for (const [index, { page, box }] of placesOf(element.node).entries()) {
      if (!isBox(box)) continue;
      const placed = { element, box: onPage(box, sizes.get(page)), isContinued: index > 0 };
      const others = byPage.get(page);
      if (others === undefined) byPage.set(page, [placed]);
      else others.push(placed);
    }
  }
  return byPage;
}

export function readDocument(json: unknown): DocumentModel {
  const root = parseDocument(json);
  const elements: DocumentElement[] = [];
  const counts = Object.fromEntries(elementKinds.map((kind) => [kind, 0])) as Record<ElementKind, number>;
  for (const visit of walk(root)) {
    if (!isElement(visit)) continue;
    const block = blockOf(visit);
    const kind = kindOf(block.node.type);
    const { node, pointer, page } = visit;
    elements.push({ pointer, node, kind, page, box: node.box, block: block.pointer, order: elements.length });
    if (block === visit) counts[kind] += 1;
  }
  const pageSizes = new Map(root.pages.map(({ page, width, height }) => [page, { width, height }]));
  return {
    root,
    json,
    elements,
    byPointer: new Map(elements.map((element) => [element.pointer, element])),
    byPage: byPageOf(elements, pageSizes),
    pageSizes,
    blocks: elements.filter((element) => element.block === element.pointer),
    counts,
  };
}

const excerptChars = 80;

function labelledText(node: DocumentNode): string {
  const text = textOf(node);
  if (text !== '') return text;
  if (node.type === 'figure') return node.alt ?? '';
  return node.type === 'field' ? (node.label ?? node.name) : '';
}

/** The first words of an element, for labels. */
export function excerptOf(node: DocumentNode): string {
  const text = labelledText(node).replace(/\s+/g, ' ').trim();
  return text.length > excerptChars ? `${text.slice(0, excerptChars).trimEnd()}…` : text;
}
