/** Reads a range of blocks up to a number of tokens, and says where to go on. */
import type { Box } from '../model/box.ts';
import { loadTokenizer, TokenCounter } from './count-tokens.ts';
import { cutText } from './cut-text.ts';
import { kidOf } from './placement.ts';
import { type ReadFormat, type ReadPosition, type ReadUnit, unitSource } from './read-units.ts';
import type { PlacedBlock, Reading } from './reading.ts';

export type ReadRequest = {
  readonly from: ReadPosition;
  /** The first block that is not read. */
  readonly toKid: number;
  readonly format: ReadFormat;
  readonly maxTokens: number;
};

/** A block of the answer; several answers can have parts of one block. */
export type ReadBlock = {
  readonly ref: string;
  readonly type: string;
  readonly page: number;
  readonly box: Box;
  readonly headings: readonly string[];
  readonly section?: string;
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
};

export type ReadPlace = { readonly page: number; readonly ref: string };

export type ReadResult = {
  readonly content: string | readonly ReadBlock[];
  readonly tokens: number;
  /** Of the units alone, without page marks and repeated heads: what the directory counts. */
  readonly unitTokens: number;
  /** `null` if there was nothing to read. */
  readonly from: ReadPlace | null;
  readonly to: ReadPlace | null;
  /** A unit was longer than the budget and is cut inside. */
  readonly cut: boolean;
  readonly next: ReadPosition | null;
};

type Taken = {
  readonly unit: ReadUnit;
  /** What stands before the text in markdown: the mark of a page, the head of a table that is continued. */
  readonly lead: string;
  readonly text: string;
};

/** Comments of html, so that a label cannot end them. */
export function pageMark(page: number, label: string | undefined): string {
  const shown = label?.replace(/[^\p{L}\p{N}. ]/gu, '').slice(0, 20) ?? '';
  return shown === '' ? `<!-- page ${page} -->` : `<!-- page ${page} (${shown}) -->`;
}

/** Collects units while they fit. */
class Budget {
  readonly #reading: Reading;
  readonly #format: ReadFormat;
  readonly #labels: ReadonlyMap<number, string | undefined>;
  readonly counter = new TokenCounter();
  readonly taken: Taken[] = [];
  #left: number;
  #markedPage = 0;
  unitTokens = 0;
  cut = false;

  constructor(reading: Reading, format: ReadFormat, tokens: number) {
    this.#reading = reading;
    this.#format = format;
    this.#left = tokens;
    this.#labels = new Map(this.#reading.directory.pages.map(({ page, label }) => [page, label]));
  }

  #mark(unit: ReadUnit, isSameBlock: boolean): string {
    // Between rows it would end the table.
    if (this.#format !== 'markdown' || isSameBlock || unit.page <= this.#markedPage) return '';
    return `${pageMark(unit.page, this.#labels.get(unit.page))}\n\n`;
  }

  #cost(text: string): number {
    if (text === '') return 0;
    return this.counter.count(this.#format === 'blocks' ? JSON.stringify(text) : text);
  }

  #push(unit: ReadUnit, lead: string, text: string): number {
    if (this.#format === 'markdown') this.#markedPage = Math.max(this.#markedPage, unit.page);
    this.taken.push({ unit, lead, text });
    return text.length;
  }

  /** How much of the unit's text was taken; 0 if it does not fit. */
  take(unit: ReadUnit, offset: number): number {
    const text = unit.text.slice(offset);
    const before = this.taken.at(-1);
    const isSameBlock = before?.unit.placed.ref === unit.placed.ref;
    const head = before || offset > 0 ? '' : unit.head;
    const lead = this.#mark(unit, isSameBlock) + head;
    const frame = this.#format === 'blocks' && !isSameBlock ? JSON.stringify(shell(unit.placed)) : '';
    const leadTokens = this.#cost(lead) + this.#cost(frame);
    const tokens = this.#cost(text);
    if (leadTokens + tokens <= this.#left) {
      this.#left -= leadTokens + tokens;
      this.unitTokens += tokens;
      return this.#push(unit, lead, text);
    }
    if (before) return 0;
    this.cut = true;
    // A head that leaves no room for rows is not repeated.
    const isHeadTooLong = head !== '' && leadTokens * 2 > this.#left;
    if (isHeadTooLong) return this.take({ ...unit, head: '' }, offset);
    const part = text.slice(0, cutText(text, Math.max(1, this.#left - leadTokens), this.counter));
    this.unitTokens += this.#cost(part);
    return this.#push(unit, lead, part);
  }

  content(): string | readonly ReadBlock[] {
    if (this.#format === 'blocks') return readBlocks(this.taken);
    const content = this.taken.map(({ lead, text }) => lead + text).join('');
    return this.#format === 'text' ? content : content.replace(/\n\n$/, '\n');
  }
}

const shell = ({ ref, block, headings, section, start, end }: PlacedBlock) => ({
  ref,
  type: block.type,
  page: block.page,
  box: block.box,
  headings,
  ...(section !== undefined && { section }),
  start,
  end,
});

function readBlocks(taken: readonly Taken[]): readonly ReadBlock[] {
  const blocks: { -readonly [K in keyof ReadBlock]: ReadBlock[K] }[] = [];
  let last: ReadUnit | undefined;
  for (const { unit, lead, text } of taken) {
    const open = blocks.at(-1);
    if (open && last?.placed.ref === unit.placed.ref) open.markdown += text;
    else blocks.push({ ...shell(unit.placed), markdown: lead + text });
    last = unit;
  }
  return blocks.map((block) => ({ ...block, markdown: block.markdown.replace(/\n+$/, '') }));
}

const measured = (content: ReadResult['content']) =>
  typeof content === 'string' ? content : JSON.stringify(content);

const placeOf = ({ unit }: Taken): ReadPlace => ({ page: unit.page, ref: unit.placed.ref });

/** Units of the range, fetched once and kept for another try. */
class Units {
  readonly #known: ReadUnit[] = [];
  readonly #more: AsyncIterator<ReadUnit>;

  constructor(reading: Reading, { from, toKid, format }: ReadRequest) {
    this.#more = unitsFrom(reading, from, toKid, format)[Symbol.asyncIterator]();
  }

  async at(index: number): Promise<ReadUnit | undefined> {
    while (this.#known.length <= index) {
      const next = await this.#more.next();
      if (next.done) return undefined;
      this.#known.push(next.value);
    }
    return this.#known[index];
  }
}

async function* unitsFrom(reading: Reading, from: ReadPosition, toKid: number, format: ReadFormat) {
  const source = unitSource(format, reading.directory.length);
  for await (const placed of reading.kids(from.kid, toKid)) {
    const units = source.units(placed);
    yield* kidOf(placed.ref) === from.kid ? units.slice(from.unit) : units;
  }
}

async function attempt(
  reading: Reading,
  units: Units,
  request: ReadRequest,
  tokens: number,
): Promise<ReadResult> {
  const budget = new Budget(reading, request.format, tokens);
  let next: ReadPosition | null = null;
  let { offset } = request.from;
  for (let index = 0; next === null; index++) {
    const unit = await units.at(index);
    if (!unit) break;
    const length = budget.take(unit, offset);
    const position = { kid: kidOf(unit.placed.ref), unit: unit.unit };
    if (length === 0) next = { ...position, offset: 0 };
    else if (offset + length < unit.text.length) next = { ...position, offset: offset + length };
    offset = 0;
  }
  const content = budget.content();
  const [first, last] = [budget.taken[0], budget.taken.at(-1)];
  const { unitTokens, cut } = budget;
  return {
    content,
    tokens: budget.taken.length === 0 ? 0 : budget.counter.count(measured(content)),
    ...{ unitTokens, cut, next },
    from: first ? placeOf(first) : null,
    to: last ? placeOf(last) : null,
  };
}

/** At most this often is the budget lowered, because what is added together has more tokens than its parts. */
const attemptsMax = 8;

export async function readRange(reading: Reading, request: ReadRequest): Promise<ReadResult> {
  await loadTokenizer();
  const units = new Units(reading, request);
  let tokens = request.maxTokens;
  for (let count = 1; ; count++) {
    const result = await attempt(reading, units, request, tokens);
    const over = result.tokens - request.maxTokens;
    if (over <= 0 || count === attemptsMax || tokens === 1) return result;
    tokens = Math.max(1, tokens - over - 8 * count);
  }
}
