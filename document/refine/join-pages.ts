/** Joins what goes on over a page break while pages pass by; a page waits only as long as its end may go on. */
import type { BlockDraft, PageDraft } from '../read/draft.ts';
import { isText } from '../read/draft.ts';
import { goesOn, joinedList, joinedParagraph, listGoesOn } from './continued.ts';
import { joinedTable } from './continued-tables.ts';
import { lineShape } from './line-shape.ts';

/** A block that goes on longer than this is cut, so that memory stays bounded. */
const pagesHeldMax = 16;
const sizeTolerance = 0.6;

/** Artifacts, figures, tables, captions and small print may stand between two parts of one paragraph. */
function isFloat(block: BlockDraft, bodySize: number): boolean {
  if (!isText(block)) return block.type === 'artifact' || block.type === 'figure' || block.type === 'table';
  const first = block.lines[0];
  if (block.type === 'caption' || block.type === 'footnote' || first === undefined) return true;
  return block.type === 'paragraph' && Math.abs(lineShape(first).size - bodySize) > sizeTolerance;
}

/** Where the text of a page may go on or begin: before floats at its end, after floats at its beginning. */
function lastText(blocks: readonly BlockDraft[], bodySize: number): number {
  const at = blocks.findLastIndex((block) => !isFloat(block, bodySize));
  return at >= 0 ? at : blocks.findLastIndex((block) => block.type !== 'artifact');
}

function firstText(blocks: readonly BlockDraft[], bodySize: number): number {
  const at = blocks.findIndex((block) => !isFloat(block, bodySize));
  return at >= 0 ? at : blocks.findIndex((block) => block.type !== 'artifact');
}

function joined(before: BlockDraft, after: BlockDraft): BlockDraft | undefined {
  if (isText(before) && isText(after))
    return goesOn(before, after) ? joinedParagraph(before, after) : undefined;
  if (before.type === 'list' && after.type === 'list' && listGoesOn(before, after))
    return joinedList(before, after);
  return undefined;
}

/** The last of `held` that has content, and the place of its last block. */
function tailOf(
  held: readonly PageDraft[],
  bodySize: number,
): { readonly page: number; readonly block: number } | undefined {
  for (let page = held.length - 1; page >= 0; page -= 1) {
    const block = lastText(held[page]?.blocks ?? [], bodySize);
    if (block >= 0) return { page, block };
  }
  return undefined;
}

function replaced(
  blocks: readonly BlockDraft[],
  at: number,
  by: readonly BlockDraft[],
): readonly BlockDraft[] {
  return [...blocks.slice(0, at), ...by, ...blocks.slice(at + 1)];
}

/** Moves the beginning of `next` to the end of what is held, if it goes on there. Changes `held`. */
function joinNext(held: PageDraft[], next: PageDraft, bodySize: number): PageDraft {
  const tail = tailOf(held, bodySize);
  const head = firstText(next.blocks, bodySize);
  const [page, after] = [tail && held[tail.page], next.blocks[head]];
  const before = tail && page?.blocks[tail.block];
  if (tail === undefined || page === undefined || before === undefined || after === undefined) return next;
  // Pages that were not converted stand between.
  if (next.page !== (held.at(-1)?.page ?? 0) + 1) return next;
  const whole = joined(before, after);
  if (whole === undefined) return next;
  held[tail.page] = { ...page, blocks: replaced(page.blocks, tail.block, [whole]) };
  return { ...next, blocks: replaced(next.blocks, head, []) };
}

/** Moves a table at the beginning of `next` to the one that ends what is held. Changes `held`. */
function joinTable(held: PageDraft[], next: PageDraft): PageDraft {
  const at = held.findLastIndex((page) => page.blocks.some((block) => block.type !== 'artifact'));
  const [page, last] = [held[at], held.at(-1)];
  if (!page || !last || next.page !== last.page + 1) return next;
  const end = page.blocks.findLastIndex((block) => block.type !== 'artifact');
  const start = next.blocks.findIndex((block) => block.type !== 'artifact');
  const [before, after] = [page.blocks[end], next.blocks[start]];
  if (before?.type !== 'table' || after?.type !== 'table') return next;
  const whole = joinedTable(before, after, { last, next });
  if (whole === undefined) return next;
  held[at] = { ...page, blocks: replaced(page.blocks, end, [whole]) };
  return { ...next, blocks: replaced(next.blocks, start, []) };
}

export type JoinOptions = { readonly bodySize: number; readonly joinTables: boolean };

export function* joinPages(
  pages: Iterable<PageDraft>,
  { bodySize, joinTables }: JoinOptions,
): Generator<PageDraft> {
  let held: PageDraft[] = [];
  for (const page of pages) {
    const next = joinNext(held, joinTables ? joinTable(held, page) : page, bodySize);
    held.push(next);
    if (next.blocks.some((block) => block.type !== 'artifact') || held.length > pagesHeldMax) {
      yield* held.slice(0, -1);
      held = held.slice(-1);
    }
  }
  yield* held;
}
