/** Counts what a parser found in a document, from its output. */

export type Found = {
  readonly characters: number;
  readonly headings: number;
  readonly tables: number;
  readonly lists: number;
  /** Elements with a position on the page. */
  readonly boxes: number;
};

/** In markdown a table is recognised by the line below its header. */
export function foundIn(markdown: string): Found {
  const lines = markdown.split('\n');
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  return {
    characters: markdown.replaceAll(/\s+/g, ' ').length,
    headings: count(/^#{1,6} \S/),
    tables: count(/^\s*\|(\s*:?-{2,}:?\s*\|)+\s*$/),
    lists: count(/^\s*([-*+]|\d+[.)]) \S/),
    boxes: 0,
  };
}

export function together(found: readonly Found[]): Found {
  const sum = (of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0);
  return {
    characters: sum(({ characters }) => characters),
    headings: sum(({ headings }) => headings),
    tables: sum(({ tables }) => tables),
    lists: sum(({ lists }) => lists),
    boxes: sum(({ boxes }) => boxes),
  };
}
