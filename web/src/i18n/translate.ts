/**
 * Looks up a text and fills in its values. The files use the format of i18next (`{{name}}`, `key_one`, `key_other`),
 * which translation tools support; the library itself would be a ninth of the JavaScript of the first load.
 */

export type TextValues = Readonly<Record<string, string | number>>;

function find(texts: unknown, path: readonly string[]): string | undefined {
  let found = texts;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return typeof found === 'string' ? found : undefined;
}

/** Numbers are formatted for the language; `count` selects the plural form. A missing text is shown as its key. */
export function translate(language: string, texts: unknown, key: string, values: TextValues = {}): string {
  const path = key.split('.');
  const last = path.pop() ?? '';
  const count = values['count'];
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : null;
  const wanted = form === null ? [last] : [`${last}_${form}`, `${last}_other`, last];
  const text = wanted.map((name) => find(texts, [...path, name])).find((found) => found !== undefined);
  return (text ?? key).replace(/{{\s*(\w+)\s*}}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? whole);
  });
}
