/** Collects the directory of a document while its parts pass by, in memory that grows with pages and headings only. */
import type { Block } from '../model/blocks.ts';
import type { DocumentHead, DocumentPart } from '../model/document.ts';
import { walk } from '../model/walk.ts';
import { blockMarkdown } from './block-markdown.ts';
import { loadTokenizer, TokenCounter } from './count-tokens.ts';
import { type Before, type PlacedText, Placement, titleOf } from './placement.ts';
import type { ReadingContents, ReadingDirectory, ReadingPage, ReadingSection } from './reading.ts';

/** Processes that write an index count the tokens of every document. */
await loadTokenizer();

/** Far above any printed document. Later headings are text of the last section. */
export const sectionsMax = 50_000;

type Open<T> = { -readonly [K in keyof T]: T[K] };

const counts = { tokens: 0, blocks: 0, tables: 0, figures: 0, fields: 0, links: 0 };
type Counts = typeof counts;
const contentKinds = ['tables', 'figures', 'fields', 'links'] as const;

function countNodes(block: Block, into: Counts): void {
  into.blocks++;
  for (const node of walk([block])) {
    if (node.type === 'table') into.tables++;
    else if (node.type === 'figure') into.figures++;
    else if (node.type === 'field') into.fields++;
    if ('spans' in node) into.links += node.spans.filter(({ link }) => link !== undefined).length;
  }
}

/** An image that is part of the document's text would be most of the index. */
export function withoutEmbeddedImages<T extends Block>(block: T): T {
  if (block.type === 'figure' && block.image?.startsWith('data:')) {
    const { image: _, ...rest } = block;
    return withoutEmbeddedImages(rest as T);
  }
  if (block.kids.length === 0) return block;
  const kids = block.kids.map((kid) => withoutEmbeddedImages(kid as Block));
  return kids.some((kid, index) => kid !== block.kids[index]) ? { ...block, kids } : block;
}

export class DirectoryBuilder {
  readonly #head: DocumentHead;
  readonly #placement = new Placement();
  readonly #counter = new TokenCounter();
  readonly #pages: Open<ReadingPage>[] = [];
  readonly #sections: Open<ReadingSection>[] = [];
  /** Open sections, outermost first. */
  #open: Open<ReadingSection>[] = [];
  readonly #contents: Record<keyof ReadingContents, [number, number][]> = {
    tables: [],
    figures: [],
    fields: [],
    links: [],
  };
  #tokens = 0;

  constructor(head: DocumentHead) {
    this.#head = head;
  }

  /** What precedes the next block. */
  get before(): Before {
    return this.#placement.before;
  }

  beginPage(part: DocumentPart): void {
    const { kid, length, bytes } = this.#placement.before;
    const known = this.#head.pages[this.#pages.length];
    if (known === undefined || known.page > part.page) return;
    const gap = length === 0 ? 0 : 1;
    this.#pages.push({ ...known, first_kid: kid, start: length + gap, byte_start: bytes + gap, ...counts });
  }

  add(block: Block): PlacedText {
    const { kid } = this.#placement.before;
    const placed = this.#placement.place(block);
    const own: Counts = { ...counts };
    countNodes(block, own);
    const markdown = blockMarkdown(block);
    own.tokens = markdown === '' ? 0 : this.#counter.count(`${markdown}\n\n`);
    this.#tokens += own.tokens;
    for (const kind of contentKinds) if (own[kind] > 0) this.#contents[kind].push([kid, own[kind]]);
    const page = this.#pages.at(-1);
    if (page) for (const key of Object.keys(counts) as (keyof Counts)[]) page[key] += own[key];
    if (block.type === 'heading' && this.#sections.length < sectionsMax) this.#beginSection(placed, block);
    const section = this.#open.at(-1);
    if (section) {
      section.tokens += own.tokens;
      section.tables += own.tables;
      section.figures += own.figures;
    }
    for (const open of this.#open) open.tokens_with_children += own.tokens;
    return placed;
  }

  #beginSection(placed: PlacedText, block: Extract<Block, { type: 'heading' }>): void {
    const section: Open<ReadingSection> = {
      ref: placed.ref,
      title: titleOf(block.content),
      level: block.level,
      page: block.page,
      box: block.box,
      start: placed.start,
      ...{ tokens: 0, tokens_with_children: 0, tables: 0, figures: 0 },
    };
    this.#open = [...this.#open.filter(({ level }) => level < block.level), section];
    this.#sections.push(section);
  }

  finish(): ReadingDirectory {
    const { kid, length, bytes } = this.#placement.before;
    const pages = this.#pages.map((page) => ({
      ...page,
      // No text follows: the page begins where the text ends.
      start: Math.min(page.start, length),
      byte_start: Math.min(page.byte_start, bytes),
    }));
    return {
      head: this.#head,
      pages,
      sections: this.#sections,
      contents: this.#contents,
      kids: kid,
      length,
      bytes,
      tokens: this.#tokens,
    };
  }
}
