/** The language of the page: one chunk each, chosen by the user or by the browser. */
import type { Locale } from './locale.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

export type Speech = { readonly language: Language; readonly texts: Partial<Locale> };

const storageKey = 'octavo.language';

const loaders: Readonly<Record<Language, () => Promise<Locale>>> = {
  en: async () => (await import('./locales/en/index.ts')).en,
  de: async () => (await import('./locales/de/index.ts')).de,
};

let speech: Speech = { language: 'en', texts: {} };
const listeners = new Set<() => void>();

export const currentSpeech = (): Speech => speech;

export function onSpeechChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function pickLanguage(kept: string | null, preferred: readonly string[]): Language {
  const wanted = [kept ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'en';
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

async function speak(language: Language): Promise<void> {
  speech = { language, texts: await loaders[language]() };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

export function startLanguage(): Promise<void> {
  return speak(pickLanguage(keptLanguage(), navigator.languages));
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
