/** The JSON result indexed for the viewer: elements by pointer and by page, and the blocks in reading order. */
import { type Box, type DocumentNode, type ParsedDocument, textOf, type Visit, walk } from '@octavo/sdk';
import { type ElementKind, elementKinds, kindOf } from './element-kind.ts';

/** A node that has a box on a page. */
export type DocumentElement = {
  /** JSON Pointer, because node ids are not unique. */
  readonly pointer: string;
  readonly node: DocumentNode;
  readonly kind: ElementKind;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  /** The pointer of the block it belongs to; its own pointer if it is a block. */
  readonly block: string;
  /** Position among all elements in reading order. */
  readonly order: number;
};

export type DocumentModel = {
  readonly root: ParsedDocument;
  readonly elements: readonly DocumentElement[];
  readonly byPointer: ReadonlyMap<string, DocumentElement>;
  readonly byPage: ReadonlyMap<number, readonly DocumentElement[]>;
  /** In reading order; a list or a table is one block. */
  readonly blocks: readonly DocumentElement[];
  /** Number of blocks of each kind, for the legend. */
  readonly counts: Readonly<Record<ElementKind, number>>;
};

/** These only group blocks. A header is a block itself, so that its text stays together. */
const groups: ReadonlySet<string> = new Set(['text block']);

function boxOf(node: DocumentNode): Box | null {
  const box: unknown = 'bounding box' in node ? node['bounding box'] : null;
  const isBox = Array.isArray(box) && box.length === 4 && box.every(Number.isFinite);
  return isBox ? (box as unknown as Box) : null;
}

/** The outermost ancestor that is not a group. */
function blockOf(visit: Visit): Visit {
  let block = visit;
  for (let at = visit.parent; at !== null; at = at.parent) if (!groups.has(at.node.type)) block = at;
  return block;
}

function kindWithin(visit: Visit, block: Visit): ElementKind {
  const outer = kindOf(block.node.type);
  return outer === 'table' || outer === 'list' || outer === 'margin' ? outer : kindOf(visit.node.type);
}

export function readDocument(root: ParsedDocument): DocumentModel {
  const elements: DocumentElement[] = [];
  const byPage = new Map<number, DocumentElement[]>();
  const counts = Object.fromEntries(elementKinds.map((kind) => [kind, 0])) as Record<ElementKind, number>;
  for (const visit of walk(root)) {
    const box = boxOf(visit.node);
    if (box === null || groups.has(visit.node.type)) continue;
    const block = blockOf(visit);
    const kind = kindWithin(visit, block);
    const { node, pointer, pageNumber: page } = visit;
    const element = { pointer, node, kind, page, box, block: block.pointer, order: elements.length };
    elements.push(element);
    const onPage = byPage.get(page);
    if (onPage === undefined) byPage.set(page, [element]);
    else onPage.push(element);
    if (block === visit) counts[kind] += 1;
  }
  const byPointer = new Map(elements.map((element) => [element.pointer, element]));
  const blocks = elements.filter((element) => element.block === element.pointer);
  return { root, elements, byPointer, byPage, blocks, counts };
}

const excerptChars = 80;

/** The first words of an element, for labels. */
export function excerptOf(node: DocumentNode): string {
  const text = textOf(node).replace(/\s+/g, ' ').trim();
  return text.length > excerptChars ? `${text.slice(0, excerptChars).trimEnd()}…` : text;
}
