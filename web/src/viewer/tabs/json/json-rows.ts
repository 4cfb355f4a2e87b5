/** Flattens a JSON value into tree rows; collapsed branches are skipped, so that large documents stay cheap. */
export type JsonRow = {
  /** JSON Pointer; empty for the root. */
  readonly pointer: string;
  readonly depth: number;
  readonly name: string | null;
  readonly value: unknown;
  readonly isBranch: boolean;
  readonly isOpen: boolean;
  /** Number of members of a branch. */
  readonly size: number;
};

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value)
    ? value.map((member, index) => [String(index), member] as const)
    : Object.entries(value);
}

export function jsonRows(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (value: unknown, pointer: string, name: string | null, depth: number) => {
    const isBranch = typeof value === 'object' && value !== null;
    const isOpen = isBranch && open.has(pointer);
    const size = isBranch ? (Array.isArray(value) ? value.length : Object.keys(value).length) : 0;
    rows.push({ pointer, depth, name, value, isBranch, isOpen, size });
    if (!isOpen) return;
    for (const [key, member] of membersOf(value) ?? [])
      visit(member, `${pointer}/${escaped(key)}`, key, depth + 1);
  };
  visit(root, '', null, 0);
  return rows;
}

/** The pointers of all branches that must be open for this row to be visible, including itself. */
export function ancestorsOf(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
