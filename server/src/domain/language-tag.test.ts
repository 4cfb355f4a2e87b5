import { describe, expect, it } from 'vitest';
import { isLanguageTag, languageTagPattern } from './language-tag.ts';

describe('a language tag', () => {
  it.each(['de', 'de-CH', 'gsw', 'zh-Hant-TW', 'sl-rozaj-biske', 'es-419', 'en-x-house'])(
    'can be %s',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(true);
      expect(tag).toMatch(new RegExp(languageTagPattern));
    },
  );

  it.each(['', 'd', 'de_CH', 'de-', 'de-CH-CH', 'de CH', 'german!', '12', 'de-x'])(
    'cannot be "%s"',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(false);
    },
  );
});
