/** The units that chunks are made of: blocks, items of lists, rows of tables, and pieces of texts that are too long. */
import { blockText, textLines } from '../model/block-text.ts';
import type { Block, DocumentNode, List, Table } from '../model/blocks.ts';
import { utf8Length } from '../reading/placement.ts';
import type { PlacedBlock } from '../reading/reading.ts';
import { splitText } from './split-text.ts';
import type { Tokenizer } from './tokenizer.ts';

export type UnitKind = 'heading' | 'caption' | 'text' | 'list' | 'table' | 'figure';

export type Unit = NumberedBlock & {
  readonly kind: UnitKind;
  readonly text: string;
  /** In the canonical text; equal for blocks without text. */
  readonly start: number;
  readonly end: number;
  readonly byteStart: number;
  /** White space between it and the unit before it. */
  readonly gap: string;
  /** Kids of a list or table from this index to before the other; null for other blocks. */
  readonly kids: { readonly from: number; readonly to: number } | null;
  /** Where the text of those kids begins, of which a piece may begin later. */
  readonly partStart: number;
  /** With a line break after it. */
  readonly tokens: number;
};

/** A block and the numbers of tables and figures before it in the document. */
export type NumberedBlock = {
  readonly placed: PlacedBlock;
  readonly tables: number;
  readonly figures: number;
};

function kindOf({ type }: Block): UnitKind {
  switch (type) {
    case 'heading':
    case 'caption':
    case 'list':
    case 'table':
    case 'figure':
      return type;
    default:
      return 'text';
  }
}

type Kids = { readonly from: number; to: number; text: string };

/** A kid without text belongs to the one before it, or to the first that has some. */
function* kidsWithText(block: List | Table): Generator<Kids> {
  let open: Kids | null = null;
  for (const [index, kid] of (block.kids as readonly DocumentNode[]).entries()) {
    const text = [...textLines([kid])].join('\n');
    if (open && (text === '' || open.text === '')) {
      open.to = index + 1;
      open.text ||= text;
      continue;
    }
    if (open) yield open;
    open = { from: index, to: index + 1, text };
  }
  if (open) yield open;
}

function* kidUnits(of: NumberedBlock, block: List | Table, tokenizer: Tokenizer): Generator<Unit> {
  let { start, byte_start: byteStart } = of.placed;
  for (const { from, to, text } of kidsWithText(block)) {
    const end = start + text.length;
    yield {
      ...of,
      kind: kindOf(block),
      ...{ text, start, end, byteStart, gap: '\n' },
      kids: { from, to },
      partStart: start,
      tokens: tokenizer.count(`${text}\n`),
    };
    start = end + 1;
    byteStart += utf8Length(text) + 1;
  }
}

/** White space at which a text is cut belongs to no piece; that at its ends stays. */
function* pieces(unit: Unit, tokensMax: number, tokenizer: Tokenizer): Generator<Unit> {
  const parts = [...splitText(unit.text, tokensMax, tokenizer)].filter((part, index, all) => {
    return index === 0 || index === all.length - 1 || part.trim() !== '';
  });
  let [done, byteStart] = [0, unit.byteStart];
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0;
    const ended = index === parts.length - 1 ? part : part.trimEnd();
    const text = isFirst ? ended : ended.trimStart();
    const from = isFirst ? 0 : unit.text.indexOf(text, done);
    const between = unit.text.slice(done, from);
    byteStart += utf8Length(between);
    done = from + text.length;
    const [start, end] = [unit.start + from, unit.start + done];
    const gap = isFirst ? unit.gap : between;
    yield { ...unit, text, start, end, byteStart, gap, tokens: tokenizer.count(`${text}\n`) };
    byteStart += utf8Length(text);
  }
}

/** What a chunk has for its content, and for a piece of it that follows the end of the chunk before. */
export type UnitLimits = { readonly tokensMax: number; readonly pieceTokensMax: number };

/** Rows of tables are never cut. */
export function* unitsOf(from: NumberedBlock, limits: UnitLimits, tokenizer: Tokenizer): Generator<Unit> {
  const { block } = from.placed;
  const isRows = (block.type === 'list' || block.type === 'table') && block.kids.length > 0;
  const units = isRows ? kidUnits(from, block, tokenizer) : [wholeUnit(from, tokenizer)];
  for (const unit of units) {
    if (unit.kind === 'table' || unit.tokens <= limits.tokensMax) yield unit;
    else yield* pieces(unit, limits.pieceTokensMax - 1, tokenizer);
  }
}

function wholeUnit(of: NumberedBlock, tokenizer: Tokenizer): Unit {
  const { block, start, end, byte_start: byteStart } = of.placed;
  const text = blockText(block);
  return {
    ...of,
    kind: kindOf(block),
    ...{ text, start, end, byteStart, gap: '\n' },
    kids: null,
    partStart: start,
    tokens: tokenizer.count(`${text}\n`),
  };
}

/** The part of a unit from an offset on. */
export function endOf(unit: Unit, start: number, tokenizer: Tokenizer): Unit {
  const cut = start - unit.start;
  const text = unit.text.slice(cut);
  const byteStart = unit.byteStart + utf8Length(unit.text.slice(0, cut));
  return { ...unit, text, start, byteStart, tokens: tokenizer.count(`${text}\n`) };
}
