/** Finds misspelled variables: anything that begins with `OCTAVO_` and is not known. */
import { configVariables } from './variables.ts';

const known = Object.values(configVariables).flatMap((group) =>
  Object.values(group).map((variable) => variable.name),
);

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, left] of [...a].entries()) {
    const current = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const substituted = (previous[j] ?? 0) + (left === right ? 0 : 1);
      current.push(Math.min(substituted, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly { readonly name: string; readonly nearest: string | undefined }[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('OCTAVO_') && !known.includes(name))
    .map((name) => ({ name, nearest: known.toSorted((a, b) => distance(name, a) - distance(name, b))[0] }));
}
