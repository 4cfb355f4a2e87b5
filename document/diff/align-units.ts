/** Decides for each unit of two documents whether it is the same, changed, moved, added or removed. */
import { alignEqual, type Pair } from './align-equal.ts';
import { bestChain, bestPairs, type Candidate, candidates } from './align-similar.ts';
import { findDivided } from './divided-texts.ts';
import type { Unit } from './units.ts';
import { similarity, type WordBag, WordNumbers } from './word-bags.ts';

/** Less similar texts are another text: nothing is guessed. */
const similarMin = 0.5;
/** Of the cells of two tables: new figures in all rows leave the labels. */
const similarCellsMin = 0.3;
/** Far from its place, a changed text must be more similar, and long enough to be recognized. */
const movedSimilarMin = 0.75;
const movedCharsMin = 40;
/** A text that is there several times counts as moved only if it is this long. */
const repeatedCharsMin = 20;

export type Alignment = {
  readonly equal: readonly Pair[];
  /** Units that say the same in other blocks. */
  readonly divided: { readonly base: readonly number[]; readonly head: readonly number[] };
  readonly changed: readonly Pair[];
  /** With the same words, or nearly. */
  readonly moved: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
};

type Gap = { readonly base: readonly Unit[]; readonly head: readonly Unit[] };

class Aligner {
  readonly #base: readonly Unit[];
  readonly #head: readonly Unit[];
  readonly #baseLeft: Set<number>;
  readonly #headLeft: Set<number>;
  readonly #numbers = new WordNumbers();
  readonly #bags = { base: new Map<number, WordBag>(), head: new Map<number, WordBag>() };

  constructor(base: readonly Unit[], head: readonly Unit[]) {
    [this.#base, this.#head] = [base, head];
    this.#baseLeft = new Set(base.keys());
    this.#headLeft = new Set(head.keys());
  }

  align(): Alignment {
    const equal = alignEqual(
      this.#base.map(({ key }) => key),
      this.#head.map(({ key }) => key),
    );
    this.#take(equal);
    const divided = this.#takeDivided(equal);
    const moved = this.#takeMoved();
    const changed = this.#takeChanged(equal);
    const movedAndChanged = this.#takeMovedAndChanged();
    return {
      equal,
      divided,
      changed,
      moved: [...moved, ...movedAndChanged],
      removed: [...this.#baseLeft],
      added: [...this.#headLeft],
    };
  }

  #take(pairs: readonly Pair[]): void {
    for (const [base, head] of pairs) {
      this.#baseLeft.delete(base);
      this.#headLeft.delete(head);
    }
  }

  /** What is left between two pairs of equal units that follow each other. */
  *#gaps(equal: readonly Pair[]): Generator<Gap> {
    let [from, headFrom] = [0, 0];
    for (const [to, headTo] of [...equal, [this.#base.length, this.#head.length] as const]) {
      const base = this.#base.slice(from, to).filter(({ index }) => this.#baseLeft.has(index));
      const head = this.#head.slice(headFrom, headTo).filter(({ index }) => this.#headLeft.has(index));
      if (base.length > 0 && head.length > 0) yield { base, head };
      [from, headFrom] = [to + 1, headTo + 1];
    }
  }

  #takeDivided(equal: readonly Pair[]): Alignment['divided'] {
    const [base, head]: [number[], number[]] = [[], []];
    for (const gap of this.#gaps(equal)) {
      for (const found of findDivided(gap.base, gap.head)) {
        base.push(...found.base.map(({ index }) => index));
        head.push(...found.head.map(({ index }) => index));
      }
    }
    for (const index of base) this.#baseLeft.delete(index);
    for (const index of head) this.#headLeft.delete(index);
    return { base, head };
  }

  #takeMoved(): readonly Pair[] {
    const places = Map.groupBy(this.#headLeft, (index) => this.#head[index]?.key ?? '');
    const sources = Map.groupBy(this.#baseLeft, (index) => this.#base[index]?.key ?? '');
    const pairs = [...sources].flatMap(([key, from]): readonly Pair[] => {
      const to = places.get(key) ?? [];
      const isOnly = from.length === 1 && to.length === 1;
      if (!isOnly && key.length < repeatedCharsMin) return [];
      return from.slice(0, to.length).map((index, at): Pair => [index, to[at] ?? 0]);
    });
    this.#take(pairs);
    return pairs;
  }

  #takeChanged(equal: readonly Pair[]): readonly Pair[] {
    const changed: Pair[] = [];
    for (const gap of this.#gaps(equal)) {
      const tables = { base: gap.base.filter(isTable), head: gap.head.filter(isTable) };
      const others = { base: gap.base.filter(isNoTable), head: gap.head.filter(isNoTable) };
      const chain = bestChain([
        ...this.#candidates(others, similarMin),
        ...this.#candidates(tables, similarCellsMin),
      ]);
      changed.push(...chain.map(({ base, head }): Pair => [base, head]));
    }
    this.#take(changed);
    return changed;
  }

  #takeMovedAndChanged(): readonly Pair[] {
    const isLong = ({ text }: Unit) => text.length >= movedCharsMin;
    const base = this.#base.filter((unit) => this.#baseLeft.has(unit.index) && isLong(unit));
    const head = this.#head.filter((unit) => this.#headLeft.has(unit.index) && isLong(unit));
    const pairs = bestPairs(this.#candidates({ base, head }, movedSimilarMin));
    const moved = pairs.map((pair): Pair => [pair.base, pair.head]).sort(([a], [b]) => a - b);
    this.#take(moved);
    return moved;
  }

  #candidates({ base, head }: Gap, scoreMin: number): readonly Candidate[] {
    return candidates(
      base.map(({ index }) => index),
      head.map(({ index }) => index),
      { base: (index) => this.#parts(this.#base[index]), head: (index) => this.#parts(this.#head[index]) },
      (at, headAt) => this.#score(at, headAt),
      scoreMin,
    );
  }

  #score(at: number, headAt: number): number {
    const [base, head] = [this.#base[at], this.#head[headAt]];
    if (!base || !head || base.kind !== head.kind) return 0;
    if (base.kind === 'field') return fieldName(base) === fieldName(head) ? 1 : 0;
    return similarity(this.#baseBag(at), this.#headBag(headAt));
  }

  #baseBag(index: number): WordBag {
    return this.#bag(this.#bags.base, this.#base, index);
  }

  #headBag(index: number): WordBag {
    return this.#bag(this.#bags.head, this.#head, index);
  }

  #bag(bags: Map<number, WordBag>, units: readonly Unit[], index: number): WordBag {
    const known = bags.get(index);
    if (known) return known;
    const bag = this.#bagOf(units[index]);
    bags.set(index, bag);
    return bag;
  }

  #parts(unit: Unit | undefined): Int32Array {
    return unit?.kind === 'table' ? this.#bagOf(unit) : this.#numbers.wordPairsOf(unit?.text ?? '');
  }

  #bagOf(unit: Unit | undefined): WordBag {
    if (unit?.kind !== 'table') return this.#numbers.bagOf(unit?.text ?? '');
    return this.#numbers.bagOfAll(unit.text.split(/[\t\n]/).filter((cell) => cell !== ''));
  }
}

const isTable = ({ kind }: Unit) => kind === 'table';
const isNoTable = ({ kind }: Unit) => kind !== 'table';

/** Names of fields cannot contain line breaks here: the text is the last line of the key. */
const fieldName = ({ key, text }: Unit) => key.slice(0, key.length - text.length);

export const alignUnits = (base: readonly Unit[], head: readonly Unit[]): Alignment =>
  new Aligner(base, head).align();
