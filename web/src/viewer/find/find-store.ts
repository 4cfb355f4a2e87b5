/** The hits that are marked on the pages, and the one the reader is at. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Hit } from './hit.ts';

export type Found = {
  readonly hits: readonly Hit[];
  /** Index of the hit the reader is at. */
  readonly active: number | null;
};

const nothing: Found = { hits: [], active: null };

export class FindStore {
  #found = nothing;
  readonly #onGo: (hit: Hit) => void;
  readonly #listeners = new Set<() => void>();

  /** `onGo` scrolls to a hit. */
  constructor(onGo: (hit: Hit) => void) {
    this.#onGo = onGo;
  }

  get found(): Found {
    return this.#found;
  }

  /** Marks hits. Stays at the current hit if it is among them, or else goes to the first from `page` on. */
  show(hits: readonly Hit[], page: number): void {
    const current = this.#current();
    const kept = current === undefined ? -1 : hits.findIndex(({ start }) => start === current.start);
    this.#set({ hits, active: kept < 0 ? null : kept });
    if (kept >= 0) return;
    const ahead = hits.findIndex((hit) => hit.page >= page);
    this.go(Math.max(0, ahead));
  }

  clear(): void {
    if (this.#found !== nothing) this.#set(nothing);
  }

  go(index: number): void {
    const hit = this.#found.hits[index];
    if (hit === undefined) return;
    this.#set({ ...this.#found, active: index });
    this.#onGo(hit);
  }

  /** To the next or previous hit; after the last comes the first. */
  step(direction: 1 | -1): void {
    const { hits, active } = this.#found;
    if (hits.length === 0) return;
    const from = active ?? (direction === 1 ? -1 : hits.length);
    this.go((from + direction + hits.length) % hits.length);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #current(): Hit | undefined {
    const { hits, active } = this.#found;
    return active === null ? undefined : hits[active];
  }

  #set(found: Found): void {
    this.#found = found;
    for (const listener of this.#listeners) listener();
  }
}

export const FindContext = createContext<FindStore | null>(null);

export function useFindStore(): FindStore {
  const store = useContext(FindContext);
  if (store === null) throw new Error('useFindStore outside of its context');
  return store;
}

export function useFound(): Found {
  const store = useFindStore();
  return useSyncExternalStore(store.subscribe, () => store.found);
}
