/** Both languages have the same keys and placeholders, and no empty text. */
import { describe, expect, it } from 'vitest';
import { pickLanguage } from './language.ts';
import { de } from './locales/de/index.ts';
import { en } from './locales/en/index.ts';

function flatten(texts: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) found.set(path, text);
  }
  return found;
}

const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]).sort();

describe('the German texts', () => {
  const english = flatten(en);
  const german = flatten(de);

  it('have exactly the keys of the English ones', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each([...english.keys()])('%s: is not empty and fills in the same values', (key) => {
    expect(german.get(key)).toMatch(/\S/);
    expect(english.get(key)).toMatch(/\S/);
    expect(placeholders(german.get(key) ?? '')).toEqual(placeholders(english.get(key) ?? ''));
  });
});

describe('the language of the first visit', () => {
  it('is the stored one, then the first supported one of the browser, then English', () => {
    expect(pickLanguage('de', ['en-US'])).toBe('de');
    expect(pickLanguage(null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(pickLanguage('xx', ['fr'])).toBe('en');
  });
});
