/** Whether every web link of a PDF is in the outputs, at the words under its rectangles. */
import { isAllowedUrl } from '../../document/model/allowed-targets.ts';
import { missingLetters, plainLetters } from './letters.ts';
import { comparableUrl, type OutputFacts } from './output-facts.ts';
import type { HiddenText, PdfLink, Rectangle, Word } from './pdf-facts.ts';

export const linkVerdicts = [
  'carried',
  /** Nothing to link: an image, or an empty place. */
  'no words under it',
  /** A link to somewhere else lies over the same words. */
  'under another link',
  /** The words are left out because nobody sees them, so that their link cannot be there. */
  'hidden words',
  /** The words are not in the output at all, so that their link cannot be. */
  'words not in the output',
  'missing in json',
  'other words in json',
  'missing in markdown',
  'missing in html',
] as const;
export type LinkVerdict = (typeof linkVerdicts)[number];
export const linkFaults: readonly LinkVerdict[] = linkVerdicts.slice(
  linkVerdicts.indexOf('words not in the output'),
);

export type LinkResult = {
  readonly page: number;
  readonly url: string;
  readonly verdict: LinkVerdict;
  readonly detail: string;
};

/** The share of a word's width that lies in a rectangle, if its middle line does. */
function coverage(word: Rectangle, rectangle: Rectangle): number {
  const middle = (word[1] + word[3]) / 2;
  if (middle < rectangle[1] || middle > rectangle[3]) return 0;
  const width = Math.min(word[2], rectangle[2]) - Math.max(word[0], rectangle[0]);
  return Math.max(0, width) / Math.max(word[2] - word[0], 0.01);
}

const touches = (word: Rectangle, [left, top, right, bottom]: Rectangle) =>
  word[0] < right + 1 && left - 1 < word[2] && word[1] < bottom + 1 && top - 1 < word[3];

/** Rounding of boxes may take the edge of a word out of its rectangle. */
const wholeShare = 0.97;

function wordsUnder(link: PdfLink, words: readonly Word[]) {
  const share = ({ box }: Word) => Math.max(...link.rectangles.map((one) => coverage(box, one)));
  const text = (chosen: readonly Word[]) => plainLetters(chosen.map((word) => word.text).join(' '));
  const withoutEdges = (word: Word) => ({ ...word, text: word.text.replace(/^\p{P}+|\p{P}+$/gu, '') });
  return {
    // Punctuation at the edge of a word may lie just outside.
    whole: text(words.filter((word) => share(word) >= wholeShare).map(withoutEdges)),
    mostly: words.filter((word) => share(word) >= 0.5).map((word) => plainLetters(word.text)),
    boxes: words.filter((word) => share(word) >= 0.5).map((word) => word.box),
    touched: text(words.filter(({ box }) => link.rectangles.some((one) => touches(box, one)))),
  };
}

/** All links of one page to one address: their words are looked for together. */
type Group = { readonly page: number; readonly url: string; readonly links: readonly PdfLink[] };

function groupsOf(links: readonly PdfLink[]): Group[] {
  const groups = new Map<string, { page: number; url: string; links: PdfLink[] }>();
  for (const link of links) {
    const url = comparableUrl(link.url ?? '');
    if (!isAllowedUrl(encodeURI(url))) continue;
    const key = `${link.page} ${url}`;
    const group = groups.get(key) ?? { page: link.page, url, links: [] };
    group.links.push(link);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const meet = (one: PdfLink, other: PdfLink) =>
  one.rectangles.some((a) =>
    other.rectangles.some((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]),
  );

/** Why words are not in the output. */
function absence(page: number, boxes: readonly Rectangle[], hidden: readonly HiddenText[]): LinkVerdict {
  const isHidden = (box: Rectangle) => hidden.some((one) => one.page === page && touches(box, one.box));
  return boxes.some(isHidden) ? 'hidden words' : 'words not in the output';
}

type Page = { readonly words: readonly Word[]; readonly hidden: readonly HiddenText[] };

function judge(group: Group, all: readonly PdfLink[], { words, hidden }: Page, found: OutputFacts) {
  const { page, url } = group;
  const merged = { page, url, rectangles: group.links.flatMap((link) => link.rectangles) };
  const under = wordsUnder(
    merged,
    words.filter((word) => word.page === page),
  );
  const linked = found.links.filter((link) => link.page === page && link.url === url);
  const text = linked.map((link) => link.words).join(' ');
  const detail = `expected ${JSON.stringify(under.whole || under.mostly.join(' '))}, found ${JSON.stringify(text)}`;
  const as = (verdict: LinkVerdict, why = detail): LinkResult => ({ page, url, verdict, detail: why });
  if (under.mostly.join('') === '' && text === '') return as('no words under it');
  const lost = missingLetters(under.whole, text);
  const isWrong = missingLetters(text, under.touched) > 0;
  if (lost === 0 && !isWrong && text !== '') {
    for (const format of ['markdown', 'html'] as const) {
      const there = found.linksOf[format].filter((link) => link.target === url);
      const written = there.map((link) => link.words).join(' ');
      if (missingLetters(text, written) > 0) return as(`missing in ${format}`, `${text} / ${written}`);
    }
    return as('carried');
  }
  const printed = plainLetters(found.pageTexts.get(page) ?? '');
  if (!under.mostly.every((word) => printed.includes(word))) return as(absence(page, under.boxes, hidden));
  const others = all.filter((link) => link.page === page && comparableUrl(link.url ?? '') !== url);
  if (others.some((other) => meet(other, merged))) return as('under another link');
  return as(text === '' ? 'missing in json' : 'other words in json');
}

export function compareLinks(
  links: readonly PdfLink[],
  words: readonly Word[],
  found: OutputFacts,
  hidden: readonly HiddenText[] = [],
): LinkResult[] {
  return groupsOf(links).map((group) => judge(group, links, { words, hidden }, found));
}
