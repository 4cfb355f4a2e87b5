/** The json tree as the viewer needs it: elements with a place, by address and by page, and the blocks to read. */
import { type Box, type DocumentNode, type ParsedDocument, textOf, type Visit, walk } from '@octavo/sdk';
import { type ElementKind, elementKinds, kindOf } from './element-kind.ts';

/** Something with a box on a page. */
export type DocumentElement = {
  /** JSON Pointer: ids repeat, paths do not. */
  readonly pointer: string;
  readonly node: DocumentNode;
  readonly kind: ElementKind;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  /** The address of the block it is part of; its own if it is one. */
  readonly block: string;
  /** Position among all elements in reading order. */
  readonly order: number;
};

export type DocumentModel = {
  readonly root: ParsedDocument;
  readonly elements: readonly DocumentElement[];
  readonly byPointer: ReadonlyMap<string, DocumentElement>;
  readonly byPage: ReadonlyMap<number, readonly DocumentElement[]>;
  /** What is read one after the other; lists and tables are one block each. */
  readonly blocks: readonly DocumentElement[];
  /** Blocks of each kind: what the legend counts. */
  readonly counts: Readonly<Record<ElementKind, number>>;
};

/** These only group blocks; a header is a block itself, so that its words stay together. */
const groups: ReadonlySet<string> = new Set(['text block']);

function boxOf(node: DocumentNode): Box | null {
  const box: unknown = 'bounding box' in node ? node['bounding box'] : null;
  const isBox = Array.isArray(box) && box.length === 4 && box.every(Number.isFinite);
  return isBox ? (box as unknown as Box) : null;
}

/** The outermost node above that is not a mere group. */
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
