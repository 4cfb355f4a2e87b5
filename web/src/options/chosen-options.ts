/** The parser options for the next uploads, kept in the browser's local storage. Passwords are never stored. */
import type { Format, ParserOptionsInput } from '@octavo/sdk';
import { useSyncExternalStore } from 'react';

export type ChosenOptions = Omit<ParserOptionsInput, 'password'>;

/** In the order of the API. */
export const formats = [
  'markdown',
  'json',
  'html',
  'text',
  'tagged-pdf',
  'annotated-pdf',
  'images',
] as const satisfies readonly Format[];

/** The viewer draws its boxes from this format, so the dashboard always requests it. */
export const viewerFormat: Format = 'json';

const storageKey = 'octavo.options';
const initial: ChosenOptions = { format: ['markdown', viewerFormat] };
const listeners = new Set<() => void>();

function read(): ChosenOptions {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...initial, ...kept } : initial;
  } catch {
    return initial;
  }
}

let chosen: ChosenOptions | undefined;

export function chosenOptions(): ChosenOptions {
  chosen ??= read();
  return chosen;
}

export function chooseOptions(options: ChosenOptions): void {
  chosen = options;
  try {
    localStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // Without storage the choice is lost on reload.
  }
  for (const listener of listeners) listener();
}

/** How many options besides the formats differ from their defaults. */
export function countChanged(options: ChosenOptions): number {
  return Object.keys(options).filter((name) => name !== 'format').length;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useChosenOptions = (): ChosenOptions => useSyncExternalStore(subscribe, chosenOptions);
