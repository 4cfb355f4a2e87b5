/** Lets one pane of the viewer scroll another pane to an element. */
import { useEffect } from 'react';

export type Pane = 'pages' | 'blocks';
export type Reveal = (pointer: string) => void;
export type ShowPage = (page: number) => void;

export class RevealRegistry {
  readonly #panes = new Map<Pane, Reveal>();
  #showPage: ShowPage | null = null;

  set(pane: Pane, reveal: Reveal): () => void {
    this.#panes.set(pane, reveal);
    return () => {
      if (this.#panes.get(pane) === reveal) this.#panes.delete(pane);
    };
  }

  setPages(showPage: ShowPage): () => void {
    this.#showPage = showPage;
    return () => {
      if (this.#showPage === showPage) this.#showPage = null;
    };
  }

  reveal(pointer: string, ...panes: readonly Pane[]): void {
    for (const pane of panes) this.#panes.get(pane)?.(pointer);
  }

  showPage = (page: number): void => this.#showPage?.(page);
}

export function useReveal(reveals: RevealRegistry, pane: Pane, reveal: Reveal): void {
  useEffect(() => reveals.set(pane, reveal), [reveals, pane, reveal]);
}
