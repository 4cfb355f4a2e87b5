/** Searches logs, metrics and responses for secrets. */

export type Sink = { readonly name: string; readonly text: string };

/** Named by what it is, never by its value: findings are printed. */
export type Secret = { readonly name: string; readonly value: string };

/** Plain, JSON-escaped, URL-encoded and base64. */
function formsOf(value: string): readonly string[] {
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
  ];
  return [...new Set(forms)];
}

export function leaksIn(sinks: readonly Sink[], secrets: readonly Secret[]): readonly string[] {
  return sinks.flatMap(({ name, text }) =>
    secrets
      .filter(({ value }) => formsOf(value).some((form) => text.includes(form)))
      .map((secret) => `${secret.name} is in ${name}`),
  );
}
