/** A long manual compared with the html that its authors published: headings, links, code, list items, words. */
import { type ChildNode, type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { textOf } from '../read/html.ts';
import { type Ratios, ratiosOf } from './ratios.ts';
import { countOf, sharedOf, totalOf } from './words.ts';

type Facts = {
  readonly headings: readonly { readonly level: number; readonly key: string }[];
  readonly words: readonly string[];
  readonly links: ReadonlySet<string>;
  readonly code: readonly string[];
  readonly items: number;
};

const straight = (text: string) =>
  text
    .replaceAll('¶', '')
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Numbers of chapters are left out: html and print often number differently. */
const number = /^(appendix\s+[a-z]\b|chapter\s+\d+|[a-z0-9]+(\.\d+)*\.?)\s+/i;
const headingKey = (element: Element) =>
  straight(textOf(element))
    .replace(number, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '');

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/[\u2018\u2019]/g, "'");

const elementsOf = (nodes: readonly ChildNode[]): Element[] =>
  nodes.filter(isTag).flatMap((element) => [element, ...elementsOf(element.children)]);

const wordsOf = (node: ChildNode): string[] => {
  if (isTag(node) && ['nav', 'head', 'script', 'style'].includes(node.name)) return [];
  if (isTag(node)) return node.children.flatMap(wordsOf);
  return (
    straight(textOf(node))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
};

export function manualFacts(html: string): Facts {
  const { children } = parseDocument(html);
  const elements = elementsOf(children);
  const named = (pattern: RegExp) => elements.filter(({ name }) => pattern.test(name));
  const headings = named(/^h[1-6]$/).map((element) => ({
    level: Number(element.name[1]),
    key: headingKey(element),
  }));
  const targets = named(/^a$/).map(({ attribs }) => /^https?:[^#]+/.exec(attribs['href'] ?? '')?.[0]);
  return {
    headings: headings.filter(({ key }) => key !== ''),
    words: children.flatMap(wordsOf),
    links: new Set(targets.flatMap((url) => (url === undefined ? [] : [url.replace(/\/+$/, '')]))),
    code: named(/^pre$/).map((element) => withoutSpace(textOf(element))),
    items: named(/^(li|dt)$/).length,
  };
}

/** Share of pairs of headings, near each other, of which the same one has the higher level. */
function levelAgreement(truth: Facts, found: Facts): number {
  const levels = ({ headings }: Facts) => new Map(headings.map(({ key, level }) => [key, level]));
  const [wanted, got] = [levels(truth), levels(found)];
  const common = [...wanted.keys()].filter((key) => got.has(key));
  const order = (of: ReadonlyMap<string, number>, a: string, b: string) =>
    Math.sign((of.get(a) ?? 0) - (of.get(b) ?? 0));
  let [same, pairs] = [0, 0];
  for (const [at, a] of common.entries()) {
    for (const b of common.slice(at + 1, at + nearby)) {
      pairs += 1;
      if (order(wanted, a, b) === order(got, a, b)) same += 1;
    }
  }
  return same / Math.max(1, pairs);
}

const nearby = 40;
/** Shorter code blocks are found by chance. */
const minCodeLength = 9;

export type ManualScore = {
  readonly headings: Ratios;
  readonly levels: number;
  readonly wordPrecision: number;
  readonly wordRecall: number;
  /** Share of the authors' web addresses that are links in ours. */
  readonly links: number;
  /** Share of the authors' code blocks whose text is in code blocks of ours. */
  readonly code: number;
  /** Ours as a share of theirs, at most 1. */
  readonly items: number;
};

const shareOf = (part: number, whole: number) => part / Math.max(1, whole);

export function scoreManual(truthHtml: string, foundHtml: string): ManualScore {
  const [truth, found] = [manualFacts(truthHtml), manualFacts(foundHtml)];
  const keys = ({ headings }: Facts) => countOf(headings.map(({ key }) => key));
  const words = (facts: Facts) => countOf(facts.words);
  const sharedWords = sharedOf(words(truth), words(found));
  const ourCode = found.code.join('');
  const code = truth.code.filter((text) => text.length >= minCodeLength);
  return {
    headings: ratiosOf({
      wanted: truth.headings.length,
      found: found.headings.length,
      shared: sharedOf(keys(truth), keys(found)),
    }),
    levels: levelAgreement(truth, found),
    wordPrecision: shareOf(sharedWords, totalOf(words(found))),
    wordRecall: shareOf(sharedWords, totalOf(words(truth))),
    links: shareOf(truth.links.intersection(found.links).size, truth.links.size),
    code: shareOf(code.filter((text) => ourCode.includes(text)).length, code.length),
    items: Math.min(1, shareOf(found.items, truth.items)),
  };
}
