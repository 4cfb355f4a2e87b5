/** The hovered and the selected element, shared by both panes. Only elements whose mark changes render again. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export class SelectionStore {
  #hovered: string | null = null;
  #selected: string | null;
  #focusWanted: string | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(selected: string | null) {
    this.#selected = selected;
  }

  get hovered(): string | null {
    return this.#hovered;
  }

  get selected(): string | null {
    return this.#selected;
  }

  hover = (pointer: string | null): void => {
    if (pointer === this.#hovered) return;
    this.#hovered = pointer;
    this.#notify();
  };

  select = (pointer: string | null): void => {
    if (pointer === this.#selected) return;
    this.#selected = pointer;
    this.#notify();
  };

  /** The box of this element takes the focus once it is rendered. */
  wantFocus(pointer: string): void {
    this.#focusWanted = pointer;
  }

  takeFocus(pointer: string): boolean {
    if (this.#focusWanted !== pointer) return false;
    this.#focusWanted = null;
    return true;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export type Selection = {
  readonly store: SelectionStore;
  /** Selects an element and scrolls it into view in the other pane. */
  readonly selectFrom: (pointer: string, from: 'pages' | 'blocks') => void;
  readonly showPage: (page: number) => void;
};

export const SelectionContext = createContext<Selection | null>(null);

export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (selection === null) throw new Error('useSelection outside of its context');
  return selection;
}

export type ElementMark = 'none' | 'hovered' | 'selected';

/** Whether this element is hovered or selected, in either pane. */
export function useElementMark(pointer: string): ElementMark {
  const { store } = useSelection();
  const mark = useCallback((): ElementMark => {
    if (store.selected === pointer) return 'selected';
    return store.hovered === pointer ? 'hovered' : 'none';
  }, [store, pointer]);
  return useSyncExternalStore(store.subscribe, mark);
}
