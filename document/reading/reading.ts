/**
 * A document to read in parts: what is known of the whole (the directory), its blocks page by page with their places
 * in the canonical text, and that text itself. Everything that answers questions about a done job stands on this.
 * Offsets count UTF-16 code units of the canonical text (`model/block-text.ts`); `byte_…` counts bytes of it in UTF-8.
 */
import type { Block } from '../model/blocks.ts';
import type { Box } from '../model/box.ts';
import type { DocumentHead, Page } from '../model/document.ts';

/** A page, and how much of the document begins on it. */
export type ReadingPage = Page & {
  /** Index in `kids` of the json output of the first block that begins on this page or later. */
  readonly first_kid: number;
  readonly start: number;
  readonly byte_start: number;
  /** Of the page's markdown, by o200k_base. */
  readonly tokens: number;
  readonly blocks: number;
  readonly tables: number;
  readonly figures: number;
  readonly fields: number;
  readonly links: number;
};

/** A heading and what follows up to the next heading. */
export type ReadingSection = {
  /** JSON pointer of the heading in the json output: `/kids/42`. */
  readonly ref: string;
  readonly title: string;
  readonly level: number;
  readonly page: number;
  readonly box: Box;
  readonly start: number;
  /** Of the heading and its text, without and with the sections below it. */
  readonly tokens: number;
  readonly tokens_with_children: number;
  /** In the heading's own text, without the sections below it. */
  readonly tables: number;
  readonly figures: number;
};

/** Top-level blocks that contain something, in order: index in `kids`, and how many. */
export type KidCounts = readonly (readonly [kid: number, count: number])[];

export type ReadingContents = {
  readonly tables: KidCounts;
  readonly figures: KidCounts;
  readonly fields: KidCounts;
  readonly links: KidCounts;
};

export type ReadingDirectory = {
  readonly head: DocumentHead;
  readonly pages: readonly ReadingPage[];
  /** In reading order. */
  readonly sections: readonly ReadingSection[];
  readonly contents: ReadingContents;
  /** Length of `kids` of the json output. */
  readonly kids: number;
  /** Length of the canonical text. */
  readonly length: number;
  readonly bytes: number;
  readonly tokens: number;
};

/** A top-level block (an element of `kids` of the json output) and its place. */
export type PlacedBlock = {
  readonly ref: string;
  readonly block: Block;
  /** `text.slice(start, end)` is `blockText(block)`; blocks without text are empty. A `\n` stands between two texts. */
  readonly start: number;
  readonly end: number;
  readonly byte_start: number;
  readonly byte_end: number;
  /** Titles of the headings above it, outermost first; a heading is not above itself. */
  readonly headings: readonly string[];
  /** Ref of the nearest heading above it. */
  readonly section?: string;
};

export type Reading = {
  readonly directory: ReadingDirectory;
  /** Blocks that begin on these pages (both included), in reading order. */
  blocks(fromPage: number, toPage: number): AsyncIterable<PlacedBlock>;
  /** Blocks from this index in `kids` to before the other one, in reading order. */
  kids(from: number, to: number): AsyncIterable<PlacedBlock>;
  /** The canonical text in pieces that end between blocks, in order. */
  text(): AsyncIterable<{ readonly start: number; readonly text: string }>;
  /** The texts of all blocks that have one, in order: pieces of the canonical text with `blockSeparator` between blocks. */
  blockTexts(): AsyncIterable<{ readonly start: number; readonly text: string }>;
  /** The block whose text has this place of the canonical text; `null` past its end. */
  blockAt(offset: number): Promise<{ readonly placed: PlacedBlock; readonly text: string } | null>;
};
