/** The words that differ between two texts, with a bound on the work of all texts of a comparison together. */
import { diffArrays } from 'diff';
import type { WordEdit } from './diff.ts';

/** A text edit without the places of its words. */
export type TextEdit = Pick<WordEdit, 'op' | 'text'>;

/** Words, numbers with their separators, white space, and single other characters; scripts without spaces by character. */
const tokenPattern =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\p{N}+(?:[.,':/-]\p{N}+)*[\p{L}\p{M}]*|[\p{L}\p{M}_](?:[\p{L}\p{M}\p{N}_]|['’](?=\p{L}))*|[^\s]/gu;

const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** Of one text. Myers takes time with the square of the edits: about a microsecond for each step. */
const editsMax = 1_000;
/** Of all texts together: about 20 seconds. Past it, texts are replaced as a whole. */
const workMax = 20_000_000;

export class WordComparer {
  #workLeft = workMax;

  edits(base: string, head: string): readonly TextEdit[] {
    if (base === head) return base === '' ? [] : [{ op: 'equal', text: base }];
    const maxEditLength = Math.min(editsMax, Math.floor(Math.sqrt(Math.max(0, this.#workLeft))));
    const changes = diffArrays(tokensOf(base), tokensOf(head), { maxEditLength });
    if (!changes) {
      this.#workLeft -= maxEditLength ** 2;
      return replaced(base, head);
    }
    const edited = changes.reduce(
      (sum, { added, removed, count }) => sum + (added || removed ? count : 0),
      0,
    );
    this.#workLeft -= edited ** 2;
    return joined(
      changes.map(({ added, removed, value }) => ({
        op: added ? 'insert' : removed ? 'delete' : 'equal',
        text: value.join(''),
      })),
    );
  }
}

const replaced = (base: string, head: string): readonly TextEdit[] =>
  (
    [
      { op: 'delete', text: base },
      { op: 'insert', text: head },
    ] as const
  ).filter(({ text }) => text !== '');

type Change = { deleted: string; inserted: string; readonly equal: string };

/** One change from the first different word to the last: white space between two changes belongs to both. */
function joined(edits: readonly TextEdit[]): readonly TextEdit[] {
  const changes: Change[] = [];
  let open: { deleted: string; inserted: string } | null = null;
  for (const [at, { op, text }] of edits.entries()) {
    if (op === 'equal' && !(open && isBetween(edits, at))) {
      changes.push({ deleted: '', inserted: '', equal: text });
      open = null;
      continue;
    }
    if (!open) {
      open = { deleted: '', inserted: '', equal: '' } as Change;
      changes.push(open as Change);
    }
    if (op !== 'insert') open.deleted += text;
    if (op !== 'delete') open.inserted += text;
  }
  return changes.flatMap(({ deleted, inserted, equal }) =>
    equal === '' ? replaced(deleted, inserted) : [{ op: 'equal' as const, text: equal }],
  );
}

/** White space with a replacement on both sides. Next to a mere insertion or deletion it stays as it is. */
function isBetween(edits: readonly TextEdit[], at: number): boolean {
  const { text = '' } = edits[at] ?? {};
  if (/\S/.test(text) || at + 1 >= edits.length) return false;
  return isReplacement(edits, at - 2) && isReplacement(edits, at + 1);
}

const isReplacement = (edits: readonly TextEdit[], at: number) => {
  const [first, second] = [edits[at]?.op, edits[at + 1]?.op];
  return first !== undefined && second !== undefined && first !== 'equal' && second !== 'equal';
};
