/** Names of footnotes: what spans and footnotes have in common, and what markdown and html are made from. */

/** Safe as a label in markdown and in an id of html. */
export const noteNamePattern = '^[0-9a-z-]{1,24}$';

const noteName = new RegExp(noteNamePattern);

export const isNoteName = (name: string): boolean => noteName.test(name);

/** Names notes after their marks: `1`, and `1-2` for the second note of the document with that mark. */
export function noteNames(): (mark: string) => string {
  const counts = new Map<string, number>();
  return (mark) => {
    const base = /^[0-9a-z]{1,3}$/.test(mark) ? mark : 'note';
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  };
}
