/** A reading from its index file, of which only the frames that are needed are fetched. */
import { Compile } from 'typebox/compile';
import { blockText } from '../model/block-text.ts';
import type { Block } from '../model/blocks.ts';
import { definitions } from '../schema/document-schema.ts';
import { ListOf } from '../schema/schema-parts.ts';
import {
  type BlockFrame,
  blockSeparator,
  type Frame,
  type IndexLayout,
  ReadingIndexError,
} from './index-format.ts';
import { kidOf, type OpenHeading, Placement } from './placement.ts';
import type { PlacedBlock, Reading, ReadingDirectory, ReadingSection } from './reading.ts';

/** Fetches a frame and decompresses it. */
export type FrameSource = (frame: Frame) => Promise<string>;

const isBlocks = Compile({ ...ListOf<Block>('Block', 'Blocks of a frame.'), $defs: definitions });

/** Index of the last item that `isBefore` holds for, in a sorted list; -1 if there is none. */
export function lastIndexOf<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const opened = ({ ref, title, level }: ReadingSection): OpenHeading => ({ ref, title, level });

/** The headings above a block, outermost first. */
export function headingsAbove(sections: readonly ReadingSection[], kid: number): readonly OpenHeading[] {
  const above: OpenHeading[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (let index = lastIndexOf(sections, ({ ref }) => kidOf(ref) < kid); index >= 0 && level > 1; index--) {
    const section = sections[index];
    if (!section || section.level >= level) continue;
    above.unshift(opened(section));
    level = section.level;
  }
  return above;
}

/** Indexes in `kids` of the blocks that begin on these pages: the first, and the one after the last. */
export function kidsOfPages(
  { pages, kids }: ReadingDirectory,
  fromPage: number,
  toPage: number,
): { readonly from: number; readonly to: number } {
  const first = pages[lastIndexOf(pages, ({ page }) => page < fromPage) + 1];
  const next = pages[lastIndexOf(pages, ({ page }) => page <= toPage) + 1];
  return { from: first?.first_kid ?? kids, to: next?.first_kid ?? kids };
}

function placedBlocks({ directory }: IndexLayout, frame: BlockFrame, text: string): readonly PlacedBlock[] {
  const blocks: unknown = JSON.parse(text);
  if (!isBlocks.Check(blocks)) throw new ReadingIndexError('a frame of the reading index has no blocks');
  const headings = headingsAbove(directory.sections, frame.kid);
  const before = { kid: frame.kid, length: frame.length, bytes: frame.byte_length, headings };
  const placement = new Placement(before);
  return (blocks as readonly Block[]).map((block) => {
    const { text: _, ...placed } = placement.place(block);
    return placed;
  });
}

async function* kidsOf(
  layout: IndexLayout,
  fetchFrame: FrameSource,
  from: number,
  to: number,
): AsyncGenerator<PlacedBlock> {
  const first = Math.max(
    0,
    lastIndexOf(layout.blocks, ({ kid }) => kid <= from),
  );
  const frames = layout.blocks.slice(first).filter(({ kid }) => kid < to);
  // One frame is often enough for a reader.
  for await (const { frame, text } of fetchedAhead(frames, fetchFrame, 1)) {
    for (const placed of placedBlocks(layout, frame, text)) {
      const kid = kidOf(placed.ref);
      if (kid >= to) return;
      if (kid >= from) yield placed;
    }
  }
}

/** The next frame is fetched while one is used, but for the first `alone`. */
async function* fetchedAhead<T extends Frame>(frames: readonly T[], fetchFrame: FrameSource, alone = 0) {
  let next: Promise<string> | undefined;
  for (const [index, frame] of frames.entries()) {
    const text = await (next ?? fetchFrame(frame));
    const following = index < alone ? undefined : frames[index + 1];
    next = following && fetchFrame(following);
    // Its error is that of the next step, or nobody's if there is none.
    next?.catch(() => undefined);
    yield { frame, text };
  }
}

async function* textFrames({ texts }: IndexLayout, fetchFrame: FrameSource) {
  for await (const { frame, text } of fetchedAhead(texts, fetchFrame)) yield { start: frame.start, text };
}

async function* textOf(layout: IndexLayout, fetchFrame: FrameSource) {
  for await (const { start, text } of textFrames(layout, fetchFrame)) {
    yield { start, text: text.replaceAll(blockSeparator, '\n') };
  }
}

/** A page of hits is often in few frames. */
const keptFrames = 4;

function blockFinder(layout: IndexLayout, fetchFrame: FrameSource): Reading['blockAt'] {
  const kept = new Map<number, Promise<readonly PlacedBlock[]>>();
  return async (offset) => {
    const index = Math.max(
      0,
      lastIndexOf(layout.blocks, ({ length }) => length < Math.max(1, offset)),
    );
    const frame = layout.blocks[index];
    if (!frame) return null;
    const blocks = kept.get(index) ?? fetchFrame(frame).then((text) => placedBlocks(layout, frame, text));
    kept.delete(index);
    kept.set(index, blocks);
    const [oldest] = kept.keys();
    if (kept.size > keptFrames && oldest !== undefined) kept.delete(oldest);
    const placed = (await blocks).find(({ start, end }) => start <= offset && offset < end);
    return placed ? { placed, text: blockText(placed.block) } : null;
  };
}

/** `fetchText` is for the frames of the canonical text, which a search reads all of. */
export function openIndex(layout: IndexLayout, fetchFrame: FrameSource, fetchText = fetchFrame): Reading {
  const { directory } = layout;
  const kids = (from: number, to: number) => kidsOf(layout, fetchFrame, from, to);
  return {
    directory,
    kids,
    blocks: (fromPage, toPage) => {
      const { from, to } = kidsOfPages(directory, fromPage, toPage);
      return kids(from, to);
    },
    text: () => textOf(layout, fetchText),
    blockTexts: () => textFrames(layout, fetchText),
    blockAt: blockFinder(layout, fetchFrame),
  };
}
