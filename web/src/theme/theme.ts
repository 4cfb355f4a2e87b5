/** Light, dark, or whatever the system says; the choice is kept in this browser. */
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'octavo.theme';
const listeners = new Set<() => void>();
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

let choice = readChoice();

function apply(): void {
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply();
  for (const listener of listeners) listener();
}

/** Follows the system for as long as the page lives. */
export function startTheme(): void {
  apply();
  systemIsDark().addEventListener('change', apply);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
