/** The dashboard's languages: one chunk each, chosen by the user or by the browser. */
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from './locale.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const storageKey = 'octavo.language';

const loaders: Readonly<Record<Language, () => Promise<Locale>>> = {
  en: async () => (await import('./locales/en/index.ts')).en,
  de: async () => (await import('./locales/de/index.ts')).de,
};

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

export async function startI18n(): Promise<i18n> {
  const language = pickLanguage(keptLanguage(), navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'app',
    resources: { [language]: await loaders[language]() },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
  return i18next;
}

export async function chooseLanguage(language: Language): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loaders[language]())) {
    i18next.addResourceBundle(language, namespace, texts, true, true);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
