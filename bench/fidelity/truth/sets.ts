/** Sets of documents whose right answer is known, and where their truth comes from. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Block } from '../blocks.ts';
import { htmlBlocks } from '../read/html.ts';
import { icdarBlocks } from '../read/icdar.ts';
import { markdownBlocks } from '../read/markdown.ts';
import { testTypes, type UnitTest } from '../score/unit-tests.ts';
import { withoutTags } from './untagged.ts';

export type Truth =
  /** Only its tables are known. */
  | { readonly kind: 'tables'; readonly source: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'blocks'; readonly source: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'manual'; readonly source: string }
  | { readonly kind: 'tests'; readonly source: string; readonly tests: readonly UnitTest[] };

export type GoldDocument = { readonly id: string; readonly pdf: string; readonly truth: Truth };

export type GoldSet = { readonly name: string; readonly documents: readonly GoldDocument[] };

const ownDirectory = join(import.meta.dirname, '../born');

/** Documents by the ending of their truth's file name. */
function withTruth(directory: string, ending: string, truthOf: (source: string) => Truth): GoldDocument[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => {
    const id = name.slice(0, -ending.length);
    const truth = truthOf(readFileSync(join(directory, name), 'utf8'));
    return { id, pdf: join(directory, `${id}.pdf`), truth };
  });
}

const blocksFrom =
  (kind: 'tables' | 'blocks', read: (source: string) => readonly Block[]) =>
  (source: string): Truth => ({ kind, source, blocks: read(source) });

export function testsOf(source: string): readonly UnitTest[] {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as UnitTest);
}

const isScored = ({ type }: UnitTest) => testTypes.some((scored) => scored === type);

function withTests(directory: string): GoldDocument[] {
  const source = readFileSync(join(directory, 'dataset.jsonl'), 'utf8');
  const byPdf = Map.groupBy(testsOf(source), ({ pdf }) => pdf);
  const documents = [...byPdf].map(([pdf, tests]) => {
    const truth: Truth = { kind: 'tests', source, tests: tests.filter(isScored) };
    return { id: basename(pdf, '.pdf'), pdf: join(directory, pdf), truth };
  });
  return documents.filter(({ truth }) => truth.kind !== 'tests' || truth.tests.length > 0);
}

/** Committed with their generator, see `born/README.md`. */
export const ownSets = ['born', 'layouts'];

/** The tagged ones among our own, without their tags. */
const untaggedSet = 'untagged';

const goldSets: Readonly<Record<string, (directory: string) => GoldDocument[]>> = {
  icdar13: (directory) => withTruth(directory, '-str.xml', blocksFrom('tables', icdarBlocks)),
  docling: (directory) => withTruth(directory, '.md', blocksFrom('blocks', markdownBlocks)),
  olmocr: withTests,
  manuals: (directory) => withTruth(directory, '.html', (source) => ({ kind: 'manual', source })),
};

export const goldSetNames = Object.keys(goldSets);

/** Those that need no other files than ours; their scores have floors. */
export const guardedSetNames = [...ownSets, untaggedSet];

export const setNames = [...goldSetNames, ...guardedSetNames];

const ownDocuments = (name: string): readonly GoldDocument[] =>
  withTruth(join(ownDirectory, name), '.truth.html', blocksFrom('blocks', htmlBlocks));

/** Sets of the gold directory that it has, and our own. */
export function loadSets(gold: string | undefined, names: readonly string[]): readonly GoldSet[] {
  const fromGold = Object.entries(goldSets).flatMap(([name, load]) => {
    const directory = join(gold ?? '', name);
    return gold !== undefined && names.includes(name) && existsSync(directory)
      ? [{ name, documents: load(directory) }]
      : [];
  });
  const own = ownSets.filter((name) => names.includes(name));
  return [
    ...fromGold,
    ...own.map((name) => ({ name, documents: ownDocuments(name) })),
    ...(names.includes(untaggedSet)
      ? [{ name: untaggedSet, documents: withoutTags(ownSets.flatMap(ownDocuments)) }]
      : []),
  ];
}
