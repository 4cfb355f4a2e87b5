/** Makes the chunks of a document, from the beginning or from where an earlier request ended. */
import type { DocumentNode, Figure } from '../model/blocks.ts';
import { walk } from '../model/walk.ts';
import { loadTokenizer } from '../reading/count-tokens.ts';
import { kidOf, utf8Length } from '../reading/placement.ts';
import type { Reading } from '../reading/reading.ts';
import type { Chunk, ChunkFigure, ChunkOptions, ChunkTable, ChunkType } from './chunk.ts';
import { rowsOf } from './group-text.ts';
import { type Group, UnitGrouping } from './group-units.ts';
import { HeadingPaths, headingsOf } from './heading-path.ts';
import { type PageOf, spansOf } from './spans.ts';
import { columnTitles, headerRows } from './table-text.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';
import { endOf, type NumberedBlock, type Unit, unitsOf } from './units.ts';

/** Where a chunk begins, and all that must be known to go on there. */
export type ChunkPosition = {
  readonly index: number;
  /** The first block, and the offset in the canonical text. */
  readonly kid: number;
  readonly offset: number;
  /** Where the text begins that is repeated from the chunk before; the same if there is none. */
  readonly overlap_kid: number;
  readonly overlap_offset: number;
  /** Before the block with which reading begins. */
  readonly tables: number;
  readonly figures: number;
  readonly prev_id: string | null;
};

export const firstPosition: ChunkPosition = {
  index: 0,
  kid: 0,
  offset: 0,
  overlap_kid: 0,
  overlap_offset: 0,
  tables: 0,
  figures: 0,
  prev_id: null,
};

/** The same for the same parse, options, block and range. */
export type ChunkId = (ref: string, start: number, end: number) => string;

const count = (nodes: readonly DocumentNode[], type: DocumentNode['type']) => {
  let found = 0;
  for (const node of walk(nodes)) if (node.type === type) found++;
  return found;
};

async function* numbered(reading: Reading, from: ChunkPosition): AsyncGenerator<NumberedBlock> {
  let { tables, figures } = from;
  for await (const placed of reading.kids(from.overlap_kid, reading.directory.kids)) {
    yield { placed, tables, figures };
    tables += count([placed.block], 'table');
    figures += count([placed.block], 'figure');
  }
}

type Start = { readonly from: ChunkPosition; readonly options: ChunkOptions; readonly tokenizer: Tokenizer };

/** The part of a unit that the first chunk repeats. */
function repeated(unit: Unit, from: ChunkPosition, tokenizer: Tokenizer): readonly Unit[] {
  const start = Math.max(unit.start, from.overlap_offset);
  if (unit.end <= start) return [];
  return [endOf(unit, start, tokenizer)];
}

function isBefore({ placed, start }: Unit, { kid, offset }: ChunkPosition): boolean {
  const own = kidOf(placed.ref);
  return own < kid || (own === kid && start < offset);
}

async function* groupsOf(reading: Reading, { from, options, tokenizer }: Start): AsyncGenerator<Group> {
  const paths = new HeadingPaths(tokenizer, options.max_tokens);
  const grouping = new UnitGrouping(options, tokenizer, paths);
  let overlap: readonly Unit[] = [];
  let hasBegun = false;
  for await (const block of numbered(reading, from)) {
    const tokensMax = options.max_tokens - paths.of(block.placed.headings).tokens;
    const limits = { tokensMax, pieceTokensMax: tokensMax - options.overlap };
    for (const unit of unitsOf(block, limits, tokenizer)) {
      if (isBefore(unit, from)) {
        overlap = [...overlap, ...repeated(unit, from, tokenizer)];
        continue;
      }
      if (!hasBegun) grouping.begin(overlap);
      hasBegun = true;
      yield* grouping.add(unit);
    }
  }
  yield* grouping.end();
}

function typeOf(units: readonly Unit[]): ChunkType {
  const kinds = new Set(
    units.map(({ kind }) => kind).filter((kind) => kind !== 'heading' && kind !== 'caption'),
  );
  const [only] = kinds;
  return kinds.size === 1 && (only === 'list' || only === 'table' || only === 'figure') ? only : 'text';
}

function tableOf(units: readonly Unit[]): ChunkTable | null {
  const rows = rowsOf(units);
  const first = units.find(({ kind }) => kind === 'table');
  if (!rows || !first) return null;
  return {
    n: first.tables + 1,
    row_start: rows.from + 1,
    row_end: rows.to,
    columns: columnTitles(rows.table),
    header_repeated: rows.from >= headerRows(rows.table) && headerRows(rows.table) > 0 && rows.from > 0,
  };
}

const figureNodes = (nodes: readonly DocumentNode[]) =>
  [...walk(nodes)].filter((node): node is Figure => node.type === 'figure');

/** A block that is cut has its figures in the chunk where they begin. */
function figuresOf(units: readonly Unit[]): readonly ChunkFigure[] {
  return units.flatMap(({ placed, kids, figures, start, partStart }) => {
    const all = figureNodes([placed.block]);
    if (all.length === 0 || start !== partStart) return [];
    const own = new Set(kids ? figureNodes(placed.block.kids.slice(kids.from, kids.to)) : all);
    return all.flatMap((figure, index): ChunkFigure[] => {
      if (!own.has(figure)) return [];
      const { image, page, box } = figure;
      return [{ n: figures + index + 1, ...(image !== undefined && { image }), page, box }];
    });
  });
}

function captionsOf(units: readonly Unit[]): readonly string[] {
  return units.flatMap(({ kind, text, placed }) => {
    if (kind === 'caption') return [text];
    return placed.block.kids.filter((kid) => kid.type === 'caption').map((kid) => kid.content);
  });
}

/** The canonical text of units that follow each other. */
const rawText = (units: readonly Unit[]): string =>
  units.map(({ gap, text }, index) => (index === 0 ? text : `${gap}${text}`)).join('');

const distinct = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

class Assembler {
  readonly #pageOf: PageOf;
  readonly #tokensMax: number;
  readonly #idOf: ChunkId;

  constructor(reading: Reading, options: ChunkOptions, idOf: ChunkId) {
    const pages = new Map(reading.directory.pages.map((page) => [page.page, page]));
    this.#pageOf = (page) => pages.get(page);
    this.#tokensMax = options.max_tokens;
    this.#idOf = idOf;
  }

  chunk(group: Group, { index, prev_id }: Pick<ChunkPosition, 'index' | 'prev_id'>): Chunk {
    const units = [...group.overlap, ...group.units];
    const texts = units.filter(({ start, end }) => end > start);
    const first = texts[0] ?? units[0];
    const [start, end] = [first?.start ?? 0, texts.at(-1)?.end ?? first?.start ?? 0];
    const raw = rawText(texts);
    const byteStart = first?.byteStart ?? 0;
    const spans = spansOf(units, this.#pageOf);
    const pages = distinct(spans.map(({ page }) => page)).toSorted((a, b) => a - b);
    const content = units.find(({ kind }) => kind !== 'heading') ?? units[0];
    return {
      id: this.#idOf(units[0]?.placed.ref ?? '', start, end),
      chunk_index: index,
      type: typeOf(units),
      text: group.text,
      raw_text: raw,
      num_tokens: group.tokens,
      oversized: group.tokens > this.#tokensMax,
      headings: headingsOf(units),
      captions: captionsOf(units),
      doc_items: distinct(units.map(({ placed }) => placed.ref)),
      page_numbers: pages,
      page_labels: pages.map((page) => this.#pageOf(page)?.label ?? String(page)),
      spans,
      ...{ start, end, byte_start: byteStart, byte_end: byteStart + utf8Length(raw) },
      section: content?.placed.section ?? null,
      prev_id,
      next_id: null,
      table: tableOf(units),
      figures: figuresOf(group.units),
    };
  }
}

function positionOf(group: Group, index: number, prevId: string | null): ChunkPosition {
  const [unit] = group.units;
  const first = group.overlap[0] ?? unit;
  return {
    index,
    kid: unit ? kidOf(unit.placed.ref) : 0,
    offset: unit?.start ?? 0,
    overlap_kid: first ? kidOf(first.placed.ref) : 0,
    overlap_offset: first?.start ?? 0,
    tables: first?.tables ?? 0,
    figures: first?.figures ?? 0,
    prev_id: prevId,
  };
}

/** A chunk, and where the next one begins; null after the last. */
export type MadeChunk = { readonly chunk: Chunk; readonly next: ChunkPosition | null };

/** One chunk ahead of what is read, because each names the next. */
export async function* makeChunks(
  reading: Reading,
  options: ChunkOptions,
  idOf: ChunkId,
  from: ChunkPosition = firstPosition,
): AsyncGenerator<MadeChunk> {
  const assembler = new Assembler(reading, options, idOf);
  if (options.tokenizer !== 'characters') await loadTokenizer();
  const tokenizer = createTokenizer(options.tokenizer);
  let last: Chunk | null = null;
  let position = { index: from.index, prev_id: from.prev_id };
  for await (const group of groupsOf(reading, { from, options, tokenizer })) {
    const chunk = assembler.chunk(group, position);
    if (last)
      yield { chunk: { ...last, next_id: chunk.id }, next: positionOf(group, position.index, last.id) };
    last = chunk;
    position = { index: position.index + 1, prev_id: chunk.id };
  }
  if (last) yield { chunk: last, next: null };
}
