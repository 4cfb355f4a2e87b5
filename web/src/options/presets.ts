/** Named sets of options, kept in the local storage of the browser. Page ranges are not part of them: they fit one file. */
import { useSyncExternalStore } from 'react';
import { type ChosenOptions, formats } from './chosen-options.ts';

export type Preset = { readonly name: string; readonly options: ChosenOptions };

export const presetsMax = 20;
export const presetNameMax = 60;

const storageKey = 'octavo.presets';
const listeners = new Set<() => void>();
let presets: readonly Preset[] | undefined;

function isPreset(value: unknown): value is Preset {
  const { name, options } = (value ?? {}) as Partial<Record<keyof Preset, unknown>>;
  return typeof name === 'string' && typeof options === 'object' && options !== null;
}

function read(): readonly Preset[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPreset).slice(0, presetsMax) : [];
  } catch {
    return [];
  }
}

export function allPresets(): readonly Preset[] {
  presets ??= read();
  return presets;
}

function change(next: readonly Preset[]): void {
  presets = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage the presets are lost on reload.
  }
  for (const listener of listeners) listener();
}

function withoutPages({ pages: _, ...options }: ChosenOptions): ChosenOptions {
  return options;
}

/** A preset of the same name is replaced. */
export function savePreset(name: string, options: ChosenOptions): void {
  const others = allPresets().filter((preset) => preset.name !== name);
  const next = [...others, { name, options: withoutPages(options) }];
  change(next.toSorted((a, b) => a.name.localeCompare(b.name)));
}

export function removePreset(name: string): void {
  change(allPresets().filter((preset) => preset.name !== name));
}

/** The options of the preset, with the page range that was chosen before. */
export function withPreset({ options }: Preset, { pages }: ChosenOptions): ChosenOptions {
  return pages === undefined ? options : { ...options, pages };
}

/** The same for options in any order. */
function keyOf(options: ChosenOptions): string {
  const chosen = formats.filter((format) => options.format?.includes(format));
  const entries = Object.entries({ ...withoutPages(options), format: chosen });
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The preset that these options are, if they are one. */
export function presetOf(options: ChosenOptions, known: readonly Preset[]): Preset | undefined {
  return known.find((preset) => keyOf(preset.options) === keyOf(options));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePresets = (): readonly Preset[] => useSyncExternalStore(subscribe, allPresets);
