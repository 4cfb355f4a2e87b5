/** Puts units together to chunks: those of a section, up to a number of tokens; tables by themselves. */
import type { ChunkOptions } from './chunk.ts';
import { addedTokens, groupText } from './group-text.ts';
import { type HeadingPaths, headingsOf } from './heading-path.ts';
import { sentencesOf } from './split-text.ts';
import type { Tokenizer } from './tokenizer.ts';
import { endOf, type Unit } from './units.ts';

export type Group = {
  /** Repeated from the chunk before. */
  readonly overlap: readonly Unit[];
  readonly units: readonly Unit[];
  readonly text: string;
  readonly tokens: number;
};

/** `tokens` is without the headings above, and an estimate: the text of a group is counted when it is complete. */
type Open = { readonly overlap: readonly Unit[]; readonly units: Unit[]; tokens: number };

const isLead = ({ kind }: Unit) => kind === 'heading' || kind === 'caption';

/** Whether a unit may follow in the same chunk, if there is space for it. */
function belongs(units: readonly Unit[], unit: Unit, merge: boolean): boolean {
  const last = units.at(-1);
  if (!last || last.placed.ref === unit.placed.ref) return true;
  if (!merge) return false;
  if (unit.kind === 'heading') return last.kind === 'heading' && unit.placed.section === last.placed.ref;
  if (unit.kind === 'table') return units.every(isLead);
  if (!units.some(({ kind }) => kind === 'table')) return true;
  return unit.kind === 'caption' && !units.some(({ kind }) => kind === 'caption');
}

/** What markup adds to a row: more than this is noticed when the text is counted. */
const tokensPerCell = { markdown: 1.5, csv: 1, html: 6 };

export class UnitGrouping {
  readonly #options: ChunkOptions;
  readonly #tokenizer: Tokenizer;
  readonly #paths: HeadingPaths;
  #open: Open | null = null;

  constructor(options: ChunkOptions, tokenizer: Tokenizer, paths: HeadingPaths) {
    this.#options = options;
    this.#tokenizer = tokenizer;
    this.#paths = paths;
  }

  /** The first group repeats these units. */
  begin(overlap: readonly Unit[]): void {
    this.#open = overlap.length > 0 ? { overlap, units: [], tokens: tokensOf(overlap) } : null;
  }

  *add(unit: Unit): Generator<Group> {
    const open = this.#open;
    const { merge, max_tokens: tokensMax } = this.#options;
    const cost = this.#cost(unit);
    if (!open) {
      this.#open = { overlap: [], units: [unit], tokens: cost };
      return;
    }
    if (open.units.length > 0 && !belongs(open.units, unit, merge)) {
      yield* this.#close([], [unit]);
      return;
    }
    if (open.units.length === 0 && !this.#fits([...open.overlap, unit])) {
      this.#open = { overlap: [], units: [unit], tokens: cost };
      return;
    }
    const path = this.#paths.of(headingsOf([...open.units, unit])).tokens;
    if (open.units.length > 0 && path + open.tokens + cost > tokensMax) {
      yield* this.#close(this.#tail(open.units, unit), [unit]);
      return;
    }
    open.units.push(unit);
    open.tokens += cost;
  }

  *end(): Generator<Group> {
    if (this.#open && this.#open.units.length > 0) yield* this.#close([], []);
    this.#open = null;
  }

  /** Ends the open group. What is too long for it comes before `following`. */
  *#close(overlap: readonly Unit[], following: readonly Unit[]): Generator<Group> {
    const open = this.#open;
    if (!open) return;
    const { units, left, ...rest } = this.#fitting(open);
    yield { overlap: open.overlap, units, ...rest };
    const first = left[0];
    this.begin(first ? this.#tail(units, first) : overlap);
    for (const unit of [...left, ...following]) yield* this.add(unit);
    if (left.length > 0 && following.length === 0) yield* this.end();
  }

  #measured(units: readonly Unit[]) {
    const text = groupText(units, this.#paths, this.#options.tables);
    const added = addedTokens(units, this.#paths, this.#tokenizer);
    return { text, tokens: added ?? this.#tokenizer.count(text) };
  }

  #fits(units: readonly Unit[]): boolean {
    return this.#measured(units).tokens <= this.#options.max_tokens;
  }

  /** As many units as have no more tokens than asked for, but at least one. */
  #fitting(open: Open) {
    const { max_tokens: tokensMax } = this.#options;
    let kept = open.units.length;
    for (;;) {
      const units = open.units.slice(0, kept);
      const { text, tokens } = this.#measured([...open.overlap, ...units]);
      if (tokens <= tokensMax || kept === 1) return { units, text, tokens, left: open.units.slice(kept) };
      kept -= Math.min(kept - 1, Math.max(1, Math.floor((1 - tokensMax / tokens) * kept)));
    }
  }

  /** Headings are in the path. */
  #cost({ kind, tokens, placed, kids }: Unit): number {
    if (kind === 'heading') return 0;
    const { block } = placed;
    if (block.type !== 'table' || !kids) return tokens;
    const row = block.kids[kids.from];
    return tokens + (row?.kids.length ?? 0) * tokensPerCell[this.#options.tables];
  }

  /** The end of a chunk that the next one repeats, if the text goes on in it. */
  #tail(units: readonly Unit[], next: Unit): readonly Unit[] {
    const isContinued = next.placed.section === units.at(-1)?.placed.section && next.kind !== 'table';
    let left = this.#options.overlap;
    if (left === 0 || !isContinued) return [];
    const tail: Unit[] = [];
    // Blocks without text, such as pictures, are not repeated.
    for (const unit of units.toReversed().filter(({ text }) => text !== '')) {
      if (unit.kind === 'table' || unit.kind === 'heading') break;
      const part = unit.tokens <= left ? unit : this.#endOf(unit, left);
      if (part) tail.unshift(part);
      left -= unit.tokens;
      if (left <= 0) break;
    }
    return tail;
  }

  /** The last sentences of a unit. */
  #endOf(unit: Unit, tokensMax: number): Unit | null {
    let text = '';
    for (const sentence of [...sentencesOf(unit.text)].toReversed()) {
      if (this.#tokenizer.count(sentence + text) > tokensMax) break;
      text = sentence + text;
    }
    if (text === '') return null;
    return endOf(unit, unit.end - text.length, this.#tokenizer);
  }
}

const tokensOf = (units: readonly Unit[]) => units.reduce((sum, { tokens }) => sum + tokens, 0);
