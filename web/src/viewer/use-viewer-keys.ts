/** Keyboard shortcuts of the viewer; `keyboard-help.tsx` lists them for the reader. */
import { useEffect, useRef } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import type { ElementKind } from './document/element-kind.ts';
import { nextElement } from './document/next-element.ts';
import type { SelectionStore } from './selection-store.ts';

/** What a key does without an element: open a panel, go to a hit, show or hide the boxes, leave. */
export type ViewerCommand =
  | 'search'
  | 'outline'
  | 'quote'
  | 'help'
  | 'next'
  | 'previous'
  | 'toggle'
  | 'leave';

export type ViewerKeys = {
  readonly model: DocumentModel | undefined;
  readonly store: SelectionStore;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly page: () => number;
  readonly onStep: (pointer: string) => void;
  /** False if there is no such command here: the key then does what it does in the browser. */
  readonly onCommand: (command: ViewerCommand) => boolean;
};

const commands: Readonly<Record<string, ViewerCommand>> = {
  '/': 'search',
  o: 'outline',
  q: 'quote',
  '?': 'help',
  n: 'next',
  N: 'previous',
  t: 'toggle',
  Escape: 'leave',
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

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

export const isTyping = (target: EventTarget | null) => isWithin(target, 'input, textarea, select');

/** The command of a key press, also while the reader types: Ctrl+F, and Escape in a panel. */
export function commandOf(event: KeyboardEvent): ViewerCommand | undefined {
  const { key, target } = event;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'f') {
    // Pressed again, the key opens the search of the browser.
    return isWithin(target, '[data-search-field]') ? undefined : 'search';
  }
  if (hasModifier) return undefined;
  if (isTyping(target)) return key === 'Escape' && isWithin(target, '[data-panel]') ? 'leave' : undefined;
  return Object.hasOwn(commands, key) ? commands[key] : undefined;
}

function boxOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.dataset['box'] : undefined;
}

function walk(event: KeyboardEvent, keys: ViewerKeys): void {
  const { model, store, hidden, page, onStep } = keys;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (model === undefined || hasModifier || isTyping(event.target)) return;
  const box = boxOf(event.target);
  const step = steps[event.key] ?? (box === undefined ? undefined : arrows[event.key]);
  if (step === undefined) return;
  event.preventDefault();
  const next = nextElement(model, box ?? store.selected ?? undefined, { ...step, hidden, page: page() });
  if (next === undefined) return;
  if (box !== undefined) store.wantFocus(next.pointer);
  onStep(next.pointer);
}

/** The keys act on what is shown now, without listening again after every change. */
export function useViewerKeys(shown: ViewerKeys): void {
  const keys = useRef(shown);
  keys.current = shown;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A menu that closes on Escape has handled the key. An open dialog has its own keys, also if the button that had
      // the focus is gone from it.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const command = commandOf(event);
      if (command === undefined) return walk(event, keys.current);
      if (keys.current.onCommand(command)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
