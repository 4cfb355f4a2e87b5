/** Converts between camelCase in code and snake_case in the API. */

type Fields = Readonly<Record<string, unknown>>;

function renamed(fields: Fields, rename: (key: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [rename(key), value]));
}

export function snakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function snakeKeys(fields: Fields): Record<string, unknown> {
  return renamed(fields, snakeKey);
}

export function camelKeys(fields: Fields): Record<string, unknown> {
  return renamed(fields, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}
