/** Renames the members of a JSON value from snake_case to camelCase. Parts without such members are not copied. */

function camelName(name: string): string {
  return name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

function items(values: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (const [index, value] of values.entries()) {
    const renamed = camelCased(value);
    if (renamed === value) continue;
    copy ??= [...values];
    copy[index] = renamed;
  }
  return copy ?? values;
}

function members(value: object): object {
  let isSame = true;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const renamed: [string, unknown] = [camelName(name), camelCased(member)];
    if (renamed[0] !== name || renamed[1] !== member) isSame = false;
    return renamed;
  });
  return isSame ? value : Object.fromEntries(entries);
}

export function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? items(value) : members(value);
}
