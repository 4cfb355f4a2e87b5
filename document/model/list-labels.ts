/** How the items of a list are numbered: by the list itself, or by labels that must be written as text. */
import type { List } from './blocks.ts';

export type ListStyle = 'bullets' | 'numbers' | 'labels';

const numberLabel = /^\(?(\d{1,9})[.):]?$/;
const bulletLabel = /^(?:[^\p{L}\p{N}]+|o)$/u;

/** `start` of a list that is not ordered means nothing. Markdown numbers have at most nine digits. */
export const startOf = (list: List): number => list.start ?? 1;

/**
 * `numbers` if a renderer that counts from the start prints the same numbers; `bullets` if all labels are symbols;
 * otherwise labels such as `(iv)` or `1.2` carry meaning that only text keeps.
 */
export function listStyle(list: List): ListStyle {
  if (list.ordered) return countsFromStart(list) ? 'numbers' : 'labels';
  const plain = list.kids.every(({ label }) => label === undefined || bulletLabel.test(label.trim()));
  return plain ? 'bullets' : 'labels';
}

function countsFromStart(list: List): boolean {
  const start = startOf(list);
  if (!Number.isSafeInteger(start) || start < 0 || start + list.kids.length > 999_999_999) return false;
  return list.kids.every(({ label }, index) => {
    if (label === undefined) return true;
    const match = numberLabel.exec(label.trim());
    return match !== null && Number(match[1]) === start + index;
  });
}
