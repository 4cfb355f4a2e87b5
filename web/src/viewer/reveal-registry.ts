/** Lets one pane of the viewer scroll another pane to an element. */
import type { Box } from '@octavo/sdk';
import { useEffect } from 'react';

export type Pane = 'pages' | 'blocks';
export type Reveal = (pointer: string) => void;
export type PagePlaces = {
  readonly showPage: (page: number) => void;
  readonly showPlace: (page: number, box: Box) => void;
};

export class RevealRegistry {
  readonly #panes = new Map<Pane, Reveal>();
  #places: PagePlaces | null = null;

  set(pane: Pane, reveal: Reveal): () => void {
    this.#panes.set(pane, reveal);
    return () => {
      if (this.#panes.get(pane) === reveal) this.#panes.delete(pane);
    };
  }

  setPages(places: PagePlaces): () => void {
    this.#places = places;
    return () => {
      if (this.#places === places) this.#places = null;
    };
  }

  reveal(pointer: string, ...panes: readonly Pane[]): void {
    for (const pane of panes) this.#panes.get(pane)?.(pointer);
  }

  showPage = (page: number): void => this.#places?.showPage(page);

  showPlace = (page: number, box: Box): void => this.#places?.showPlace(page, box);
}

export function useReveal(reveals: RevealRegistry, pane: Pane, reveal: Reveal): void {
  useEffect(() => reveals.set(pane, reveal), [reveals, pane, reveal]);
}
