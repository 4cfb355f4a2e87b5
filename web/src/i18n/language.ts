/** The language of the dashboard, and the texts loaded for it: one file per language and page. */
import type { Locale, Namespace } from './locale.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export type LoadedTexts = { readonly language: Language; readonly texts: Partial<Locale> };

type TextModule = { readonly default: unknown };
const files = import.meta.glob<TextModule>('./locales/*/*.json');

const storageKey = 'octavo.language';
let loadedTexts: LoadedTexts = { language: 'en', texts: {} };
/** Namespaces to load; these two before the first render. */
const wanted = new Set<Namespace>(['app', 'errors']);
const listeners = new Set<() => void>();

export const currentTexts = (): LoadedTexts => loadedTexts;

export function onTextsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function pickLanguage(kept: string | null, preferred: readonly string[]): Language {
  const tags = [kept ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return tags.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'en';
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

async function load(language: Language, namespace: Namespace): Promise<[Namespace, unknown]> {
  const file = await files[`./locales/${language}/${namespace}.json`]?.();
  return [namespace, file?.default ?? {}];
}

/** Replaces all texts at once, so that languages are never mixed. */
async function loadTexts(language: Language): Promise<void> {
  const loaded = await Promise.all([...wanted].map((namespace) => load(language, namespace)));
  loadedTexts = { language, texts: Object.fromEntries(loaded) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

export function startLanguage(): Promise<void> {
  return loadTexts(pickLanguage(keptLanguage(), navigator.languages));
}

/** Loads the texts of a page before it is rendered. */
export async function ensureTexts(...namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => loadedTexts.texts[namespace] === undefined);
  for (const namespace of missing) wanted.add(namespace);
  if (missing.length > 0) await loadTexts(loadedTexts.language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice is lost on reload.
  }
}
