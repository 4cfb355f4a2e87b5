/** Where a unit is on its pages, and where words of it are. */
import type { Block } from '../model/blocks.ts';
import { boxesByPage, type PageBox, rangeBoxes } from '../reading/range-boxes.ts';
import type { WordEdit } from './diff.ts';
import type { UnitNode } from './units.ts';
import type { TextEdit } from './word-edits.ts';

/** One box for each page. An item of a list is its own text, without what is nested in it. */
export function unitBoxes(node: UnitNode): readonly PageBox[] {
  const parts = node.type === 'table' ? node.kids : 'lines' in node ? node.lines : [];
  const boxes = (parts.length > 0 ? parts : [node]).map(({ page, box }) => ({ page, box }));
  return boxesByPage(boxes);
}

/** A text of its own that has the words of the unit. */
function asBlock(node: Exclude<UnitNode, { readonly type: 'table' | 'field' }>): Block {
  const { page, box, content, spans, lines } = node;
  return { type: 'paragraph', page, box, content, spans, lines, kids: [] };
}

/** Places of the words from `start` to `end`; those of the unit if it has no lines or other spaces than its text. */
function wordBoxes(node: UnitNode, text: string, start: number, end: number): readonly PageBox[] {
  if (node.type === 'table' || node.type === 'field') return unitBoxes(node);
  if (node.lines.length === 0 || node.content !== text) return unitBoxes(node);
  return rangeBoxes({ block: asBlock(node), start: 0 }, start, end);
}

type Side = { readonly node: UnitNode; readonly text: string };

/** Adds to each edit where its words are. */
export function placedEdits(edits: readonly TextEdit[], base: Side, head: Side): readonly WordEdit[] {
  let [at, headAt] = [0, 0];
  return edits.map(({ op, text }) => {
    const [start, headStart] = [at, headAt];
    if (op !== 'insert') at += text.length;
    if (op !== 'delete') headAt += text.length;
    if (op === 'equal') return { op, text, boxes: [] };
    const boxes =
      op === 'delete'
        ? wordBoxes(base.node, base.text, start, at)
        : wordBoxes(head.node, head.text, headStart, headAt);
    return { op, text, boxes };
  });
}
