/** Finds texts that are divided into blocks in another way, as a page break does: they say the same. */
import type { Unit } from './units.ts';

/** Shorter pieces are too common to begin with. */
const startChars = 16;
const piecesMax = 50;

type Side = { readonly units: readonly Unit[]; readonly texts: readonly string[] };

const sideOf = (units: readonly Unit[]): Side => ({
  units,
  texts: units.map(({ text }) => text.replace(/\s+/g, '')),
});

/** From one place of a side: pieces that are taken, and their text. */
class Run {
  readonly #side: Side;
  readonly #from: number;
  count = 1;
  text: string;

  constructor(side: Side, from: number) {
    this.#side = side;
    this.#from = from;
    this.text = side.texts[from] ?? '';
  }

  /** False if there is no next piece of the same kind right after the last one. */
  extend(): boolean {
    const { units, texts } = this.#side;
    const [last, next] = [units[this.#from + this.count - 1], units[this.#from + this.count]];
    if (!last || next?.kind !== last.kind || next.index !== last.index + 1) return false;
    this.text += texts[this.#from + this.count] ?? '';
    this.count++;
    return true;
  }

  get units(): readonly Unit[] {
    return this.#side.units.slice(this.#from, this.#from + this.count);
  }
}

/** Adds pieces to the shorter side until both are the same; false if they are not. */
function sameRuns(base: Run, head: Run): boolean {
  while (base.text.length !== head.text.length) {
    const [shorter, longer] = base.text.length < head.text.length ? [base, head] : [head, base];
    if (!longer.text.startsWith(shorter.text) || shorter.count >= piecesMax) return false;
    if (!shorter.extend()) return false;
  }
  return base.text === head.text;
}

export type Divided = { readonly base: readonly Unit[]; readonly head: readonly Unit[] };

/** Of units between two places that are aligned already. */
export function findDivided(base: readonly Unit[], head: readonly Unit[]): readonly Divided[] {
  const [baseSide, headSide] = [sideOf(base), sideOf(head)];
  const starts = new Map<string, number>();
  for (const [at, text] of headSide.texts.entries())
    if (text.length >= startChars && !starts.has(text.slice(0, startChars)))
      starts.set(text.slice(0, startChars), at);
  const found: Divided[] = [];
  let headFrom = 0;
  for (let at = 0; at < base.length; at++) {
    const headAt = starts.get((baseSide.texts[at] ?? '').slice(0, startChars));
    if (headAt === undefined || headAt < headFrom || base[at]?.kind !== head[headAt]?.kind) continue;
    const [run, headRun] = [new Run(baseSide, at), new Run(headSide, headAt)];
    if (!sameRuns(run, headRun)) continue;
    found.push({ base: run.units, head: headRun.units });
    headFrom = headAt + headRun.count;
    at += run.count - 1;
  }
  return found;
}
