/** Names of the figures, and how they are written. */
import type { Figures, Summary } from '../score/summary.ts';

/** What each set is judged by, in the order of the columns. */
export const figuresOfSet: Readonly<Record<string, readonly string[]>> = {
  icdar13: ['teds', 'tedsStructure', 'adjacencyPrecision', 'adjacencyRecall', 'adjacencyF1', 'tables'],
  docling: [
    'nid',
    'wordPrecision',
    'wordRecall',
    'mhs',
    'headingF1',
    'teds',
    'adjacencyPrecision',
    'adjacencyRecall',
    'tables',
  ],
  olmocr: ['present', 'absent', 'order', 'table'],
  manuals: ['headingF1', 'levels', 'links', 'code', 'items', 'wordPrecision', 'wordRecall'],
  born: [
    'nid',
    'wordPrecision',
    'wordRecall',
    'mhs',
    'headingF1',
    'teds',
    'tedsStructure',
    'adjacencyPrecision',
    'adjacencyRecall',
    'tables',
  ],
};

const titles: Readonly<Record<string, string>> = {
  nid: 'NID',
  wordPrecision: 'word P',
  wordRecall: 'word R',
  mhs: 'MHS',
  mhsLevels: 'MHS levels',
  headingF1: 'heading F1',
  teds: 'TEDS',
  tedsStructure: 'TEDS-S',
  adjacencyPrecision: 'adjacency P',
  adjacencyRecall: 'adjacency R',
  adjacencyF1: 'adjacency F1',
  tables: 'tables found/matched/wanted',
  levels: 'levels',
  links: 'links',
  code: 'code',
  items: 'list items',
};

export const titleOf = (name: string): string => titles[name] ?? name;

export function figuresFor(set: string): readonly string[] {
  return figuresOfSet[set] ?? figuresOfSet['born'] ?? [];
}

/** `–` if it was not measured. */
export function textOf(figures: Figures, name: string): string {
  if (name === 'tables') {
    const { tablesFound, tablesMatched, tablesWanted } = figures;
    return tablesWanted === undefined ? '–' : `${tablesFound}/${tablesMatched}/${tablesWanted}`;
  }
  const [tests, passed] = [figures[`${name}Tests`], figures[`${name}Passed`]];
  if (tests !== undefined) return `${passed} of ${tests}`;
  return figures[name]?.toFixed(3) ?? '–';
}

export const documentsOf = ({ documents, failed }: Summary): string =>
  failed === 0 ? String(documents) : `${documents} (${failed} failed)`;
