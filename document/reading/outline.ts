/** The outline of a document: the bookmarks of the PDF where it has any, else its headings. */
import type { Box } from '../model/box.ts';
import type { OutlineItem } from '../model/document.ts';
import { kidOf } from './placement.ts';
import type { ReadingDirectory, ReadingSection } from './reading.ts';

export type OutlineEntry = {
  /** Of its heading; `null` for a bookmark whose page has no heading of this title. */
  readonly ref: string | null;
  readonly title: string;
  readonly level: number;
  /** `null` for a bookmark that leads to no converted page. */
  readonly page: number | null;
  readonly label: string | null;
  readonly box: Box | null;
  /** Up to the next entry, and up to the next one that is not below it. */
  readonly tokens: number;
  readonly tokens_with_children: number;
  readonly tables: number;
  readonly figures: number;
  readonly source: 'heading' | 'bookmark';
};

type Counts = { readonly tokens: number; readonly tables: number; readonly figures: number };

const none: Counts = { tokens: 0, tables: 0, figures: 0 };
const plus = (a: Counts, b: Counts): Counts => ({
  tokens: a.tokens + b.tokens,
  tables: a.tables + b.tables,
  figures: a.figures + b.figures,
});
const minus = (a: Counts, b: Counts): Counts => ({
  tokens: Math.max(0, a.tokens - b.tokens),
  tables: Math.max(0, a.tables - b.tables),
  figures: Math.max(0, a.figures - b.figures),
});

/** What precedes each item of a list, and the sum of all. */
function runningCounts(items: readonly Counts[]): {
  readonly before: readonly Counts[];
  readonly all: Counts;
} {
  let sum = none;
  const before = items.map((item) => {
    const own = sum;
    sum = plus(sum, item);
    return own;
  });
  return { before, all: sum };
}

/** Letters and digits alone, without the number of a chapter: readers print it where bookmarks have none. */
const fold = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^\p{N}+(?=\p{L})/u, '');

type Entry = Pick<OutlineEntry, 'ref' | 'title' | 'level' | 'page' | 'box' | 'source'> & {
  /** What precedes it in the document; `null` if it leads nowhere. */
  readonly before: Counts | null;
};

/** Sections with what precedes each of them. Text before the first heading belongs to none. */
function sectionEntries({
  sections,
  pages,
}: ReadingDirectory): readonly (Entry & { readonly before: Counts })[] {
  const ofSections = runningCounts(sections);
  const preface = minus(runningCounts(pages).all, ofSections.all);
  return sections.map(({ ref, title, level, page, box }, index) => ({
    ...{ ref, title, level, page, box },
    source: 'heading' as const,
    before: plus(preface, ofSections.before[index] ?? none),
  }));
}

function bookmarkEntries(directory: ReadingDirectory): readonly Entry[] {
  const before = runningCounts(directory.pages).before;
  const indexOfPage = new Map(directory.pages.map(({ page }, index) => [page, index]));
  const byPlace = new Map<string, Entry>();
  for (const entry of sectionEntries(directory)) {
    const key = `${entry.page} ${fold(entry.title)}`;
    if (!byPlace.has(key)) byPlace.set(key, entry);
  }
  return directory.head.outline.map(({ title, level, page }: OutlineItem): Entry => {
    const index = page === undefined ? undefined : indexOfPage.get(page);
    if (page === undefined || index === undefined) {
      return { ...{ ref: null, title, level, page: null, box: null }, source: 'bookmark', before: null };
    }
    const heading = byPlace.get(`${page} ${fold(title)}`);
    return {
      ...{ title, level, page },
      ref: heading?.ref ?? null,
      box: heading?.box ?? null,
      source: 'bookmark',
      before: heading?.before ?? before[index] ?? none,
    };
  });
}

/** For each entry, what precedes the next one in the list that is not below it. */
function endsWithChildren(entries: readonly Entry[], all: Counts): readonly Counts[] {
  const ends: Counts[] = new Array(entries.length).fill(all);
  const open: number[] = [];
  for (const [index, { level, before }] of entries.entries()) {
    if (!before) continue;
    for (
      let last = open.at(-1);
      last !== undefined && (entries[last]?.level ?? 0) >= level;
      last = open.at(-1)
    ) {
      ends[last] = before;
      open.pop();
    }
    open.push(index);
  }
  return ends;
}

export function outlineOf(directory: ReadingDirectory): readonly OutlineEntry[] {
  const isFromBookmarks = directory.head.outline.length > 0;
  const entries: readonly Entry[] = isFromBookmarks ? bookmarkEntries(directory) : sectionEntries(directory);
  const labels = new Map(directory.pages.map(({ page, label }) => [page, label]));
  const { all } = runningCounts(directory.pages);
  const ends = endsWithChildren(entries, all);
  const nexts: Counts[] = [];
  let next = all;
  for (let index = entries.length - 1; index >= 0; index--) {
    nexts[index] = next;
    next = entries[index]?.before ?? next;
  }
  return entries.map(({ before, ...entry }, index) => {
    const own = before ? minus(nexts[index] ?? all, before) : none;
    const withChildren = before ? minus(ends[index] ?? all, before) : none;
    return {
      ...entry,
      label: entry.page === null ? null : (labels.get(entry.page) ?? null),
      ...own,
      tokens_with_children: withChildren.tokens,
    };
  });
}

/** Indexes in `kids` of a section with those below it: its heading, and the block after its last. */
export function kidsOfSection(
  { sections, kids }: ReadingDirectory,
  ref: string,
): { readonly from: number; readonly to: number; readonly section: ReadingSection } | null {
  const index = sections.findIndex((section) => section.ref === ref);
  const section = sections[index];
  if (!section) return null;
  const next = sections.slice(index + 1).find(({ level }) => level <= section.level);
  return { from: kidOf(section.ref), to: next ? kidOf(next.ref) : kids, section };
}
