/** Random numbers from a seed: the same seed repeats a run. */

export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** An independent stream, so that concurrent parts do not influence each other. */
  fork(name: string): Random;
};

/** One step of a 32-bit mixing generator: two multiplications spread each bit of the state over all of the result. */
function mixed(state: number): number {
  let bits = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixed(state) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffled: (items) => {
      const rest = [...items];
      for (let last = rest.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [rest[last], rest[other]] = [rest[other] as (typeof rest)[0], rest[last] as (typeof rest)[0]];
      }
      return rest;
    },
    fork: (name) => {
      let hash = seed >>> 0;
      for (const character of name) hash = mixed(hash ^ (character.codePointAt(0) ?? 0));
      return seededRandom(hash);
    },
  };
}

export const freshSeed = () => Math.floor(Math.random() * 0x7fffffff);
