/** Keyboard shortcuts of the viewer: j/k move between blocks, J/K between all elements, t toggles the boxes. */
import { type RefObject, useEffect } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import type { ElementKind } from './document/element-kind.ts';
import { nextElement } from './document/next-element.ts';
import type { SelectionStore } from './selection-store.ts';

type ViewerKeys = {
  readonly model: DocumentModel | undefined;
  readonly store: SelectionStore;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly page: () => number;
  readonly onStep: (pointer: string) => void;
  readonly onClear: () => void;
  readonly onToggleAll: () => void;
};

const steps: Readonly<Record<string, { readonly direction: 1 | -1; readonly isFine: boolean }>> = {
  j: { direction: 1, isFine: false },
  k: { direction: -1, isFine: false },
  J: { direction: 1, isFine: true },
  K: { direction: -1, isFine: true },
};
/** Arrow keys work only while a box has the focus. */
const arrows: typeof steps = {
  ArrowDown: { direction: 1, isFine: true },
  ArrowRight: { direction: 1, isFine: true },
  ArrowUp: { direction: -1, isFine: true },
  ArrowLeft: { direction: -1, isFine: true },
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
}

function boxOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset['box'] : undefined;
}

function walk(event: KeyboardEvent, model: DocumentModel, keys: ViewerKeys): void {
  const box = boxOf(event.target);
  const step = steps[event.key] ?? (box === undefined ? undefined : arrows[event.key]);
  if (step === undefined) return;
  event.preventDefault();
  const { store, hidden, page, onStep } = keys;
  const next = nextElement(model, box ?? store.selected ?? undefined, { ...step, hidden, page: page() });
  if (next === undefined) return;
  if (box !== undefined) store.wantFocus(next.pointer);
  onStep(next.pointer);
}

export function useViewerKeys(keys: RefObject<ViewerKeys>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { model, onClear, onToggleAll } = keys.current;
      const isOurs = !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target));
      if (model === undefined || !isOurs) return;
      if (event.key === 't') onToggleAll();
      else if (event.key === 'Escape') onClear();
      else walk(event, model, keys.current);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys]);
}
