/** Language tags (BCP 47), such as `de-CH`. */

export const languageTagCharsMax = 35;

/** The form of a tag, for schemas; `isLanguageTag` also checks the order of its parts. */
export const languageTagPattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$';

export const languageTagText = 'must be a language tag such as en or de-CH';

export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
