/** Headings: by their text, and with the text below them as a tree (MHS of opendataloader-bench). */
import { type Block, isHeading, isTable, normalize } from '../blocks.ts';
import { textDistance } from './edit-distance.ts';
import { type Ratios, ratiosOf } from './ratios.ts';
import { type TreeNode, treeDistance, treeSize } from './tree-distance.ts';
import { countOf, sharedOf } from './words.ts';

type Label = { readonly kind: string; readonly text: string };
type MutableNode = { readonly label: Label; readonly kids: MutableNode[] };

/** Levels counted from the highest that is used, without gaps: `#`, `##` and `##`, `###` say the same. */
function denseLevels(blocks: readonly Block[]): ReadonlyMap<number, number> {
  const used = new Set(blocks.filter(isHeading).map(({ level }) => level));
  return new Map([...used].sort((a, b) => a - b).map((level, at) => [level, at + 1]));
}

/** Every heading with the text below it; text of tables is left out, it has its own scores. */
function treeOf(blocks: readonly Block[], withLevels: boolean): TreeNode<Label> {
  const levels = denseLevels(blocks);
  const root: MutableNode = { label: { kind: 'document', text: '' }, kids: [] };
  let current = root;
  let texts: string[] = [];
  const endText = () => {
    const text = normalize(texts.join(' '));
    if (text !== '') current.kids.push({ label: { kind: 'content', text }, kids: [] });
    texts = [];
  };
  for (const block of blocks) {
    if (isHeading(block)) {
      endText();
      const kind = withLevels ? `heading ${levels.get(block.level)}` : 'heading';
      current = { label: { kind, text: block.text }, kids: [] };
      root.kids.push(current);
    } else if (!isTable(block)) texts.push(block.text);
  }
  endText();
  return root;
}

function similarityOf(truth: readonly Block[], found: readonly Block[], withLevels: boolean): number {
  const [left, right] = [treeOf(truth, withLevels), treeOf(found, withLevels)];
  const distance = treeDistance(left, right, (a, b) =>
    a.kind === b.kind ? textDistance(a.text, b.text) : 1,
  );
  return Math.max(0, 1 - distance / Math.max(treeSize(left), treeSize(right)));
}

export type HeadingScore = {
  /** Similarity of the trees, headings of all levels alike. */
  readonly mhs: number;
  /** The same with levels. */
  readonly mhsLevels: number;
  readonly headings: Ratios;
};

const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `undefined` if the truth has no headings. */
export function scoreHeadings(truth: readonly Block[], found: readonly Block[]): HeadingScore | undefined {
  const keys = (blocks: readonly Block[]) => blocks.filter(isHeading).map(({ text }) => keyOf(text));
  const [wanted, got] = [keys(truth), keys(found)];
  if (wanted.length === 0) return undefined;
  const shared = sharedOf(countOf(wanted), countOf(got));
  const headings = ratiosOf({ wanted: wanted.length, found: got.length, shared });
  if (got.length === 0) return { mhs: 0, mhsLevels: 0, headings };
  return { mhs: similarityOf(truth, found, false), mhsLevels: similarityOf(truth, found, true), headings };
}
