/** How the items of a list are numbered: by the list itself, or by labels that must be written as text. */
import type { List } from './blocks.ts';

export type ListStyle = 'bullets' | 'numbers' | 'labels';

const numberLabel = /^\(?(\d{1,9})[.):]?$/;
const bulletLabel = /^(?:[^\p{L}\p{N}]+|o)$/u;

/** Signs that stand for a box with or without a mark, wherever they are. */
const checkBox = /^[\u2610-\u2612]/u;
/** Signs that are usual bullets. Several kinds of them in one list say what was chosen. */
const choiceSigns = [/^[□◻▢❏❐❑❒]/u, /^[■◼▣⊠✓✔]/u, /^[✗✘✕✖☓]/u] as const;

function hasChoices(list: List): boolean {
  const labels = list.kids.map(({ label }) => label?.trim() ?? '');
  const kinds = choiceSigns.filter((kind) => labels.some((label) => kind.test(label)));
  return kinds.length > 1 || labels.some((label) => checkBox.test(label));
}

/** `start` of a list that is not ordered means nothing. Markdown numbers have at most nine digits. */
export const startOf = (list: List): number => list.start ?? 1;

/**
 * `numbers` if a renderer that counts from the start prints the same numbers; `bullets` if all labels are symbols that
 * say nothing; otherwise labels such as `(iv)`, `1.2` or `☒` carry meaning that only text keeps.
 */
export function listStyle(list: List): ListStyle {
  if (list.ordered) return countsFromStart(list) ? 'numbers' : 'labels';
  const plain = list.kids.every(({ label }) => label === undefined || bulletLabel.test(label.trim()));
  return plain && !hasChoices(list) ? 'bullets' : 'labels';
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
