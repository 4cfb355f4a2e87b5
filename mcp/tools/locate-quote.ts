/** `locate_quote`: whether a quote is in a document, and where. */
import { Type } from 'typebox';
import { frameTokens, itemsThatFit } from '../answer.ts';
import type { LocatedQuotes, QuoteMatch } from '../document-source.ts';
import { nextCall } from '../next-call.ts';
import { oneLine } from '../untrusted-text.ts';
import {
  commonOutput,
  counted,
  DocumentId,
  labelField,
  PageNumber,
  pageText,
  readOnly,
  type Tool,
} from './tool.ts';

const tokensMax = 4_000;
const gapsMax = 5;
const pagesShown = 20;
/** What the text that was not searched may take. */
const gapTokens = 500;

const Input = Type.Object(
  {
    document: DocumentId,
    quote: Type.String({ minLength: 1, maxLength: 2_000, description: 'The quote as you would print it.' }),
    page: Type.Optional({ ...PageNumber, description: 'The page it is said to be on, to be checked.' }),
  },
  { additionalProperties: false },
);

const Match = Type.Object({
  page: PageNumber,
  label: Type.Optional(Type.String()),
  refs: Type.Array(Type.String()),
  boxes: Type.Array(Type.Unknown(), { description: 'Page and rectangle of each line.' }),
  section: Type.String({ description: 'Headings above it; untrusted.' }),
  text: Type.String({ description: 'What the document says there; untrusted.' }),
  differences: Type.Array(Type.Unknown(), { description: 'What is different in the quote; untrusted.' }),
  anchor: Type.String({ description: 'Names this place; POST /jobs/{id}/locate finds it again.' }),
});

const Output = Type.Object({
  ...commonOutput,
  document: Type.String(),
  verdict: Type.String({
    description:
      'verbatim, near (with differences), ambiguous (several places), scattered (its words, but not together), too_short, absent, or undetermined (not found, and some pages could not be searched).',
  }),
  score: Type.Number(),
  total: Type.Integer(),
  page_right: Type.Union([Type.Boolean(), Type.Null()]),
  not_searched: Type.Array(Type.String(), { description: 'Text that could not be searched, and why.' }),
  matches: Type.Array(Match),
});

function toMatch({ page, label, refs, boxes, headings, selector, differences, anchor }: QuoteMatch) {
  return {
    page,
    ...labelField(label),
    refs: refs.slice(0, 10),
    boxes: boxes.slice(0, 20),
    section: oneLine(headings.join(' › '), 160),
    text: oneLine(selector.exact, 600),
    differences: differences.slice(0, 10).map(({ op, quote, document }) => ({
      op,
      quote: oneLine(quote, 100),
      document: oneLine(document, 100),
    })),
    anchor,
  };
}

type Shown = ReturnType<typeof toMatch>;

function differenceText({ op, quote, document }: Shown['differences'][number]): string {
  if (op === 'insert') return `the quote leaves out "${document}"`;
  return op === 'delete'
    ? `"${quote}" is not in the document`
    : `"${quote}" is "${document}" in the document`;
}

function lineOf(match: Shown): string {
  const place = `- ${pageText(match.page, match.label)}${match.section === '' ? '' : `, ${match.section}`}: ${match.text}`;
  return [place, ...match.differences.map((difference) => `  ${differenceText(difference)}`)].join('\n');
}

function gapText({ reason, pages }: LocatedQuotes['not_searched'][number]): string {
  if (pages.length === 0) return reason;
  const shown = pages.slice(0, pagesShown).join(', ');
  return `${reason} on ${counted(pages.length, 'page')}: ${shown}${pages.length > pagesShown ? ', …' : ''}`;
}

export const locateQuote: Tool<typeof Input, 'locate'> = {
  name: 'locate_quote',
  title: 'Check a quote',
  description:
    'Checks a quote before you print it: is it in the document word for word, and on which page? Answers with a verdict, the places with boxes, and the differences.',
  input: Input,
  output: Output,
  annotations: readOnly,
  async answer(source, { document, quote, page }, options) {
    const { items, not_searched } = await source.locate(document, { exact: quote, page }, options);
    const [found] = items;
    if (!found) throw new Error('a quote was not answered');
    const all = found.matches.map(toMatch);
    const matches = all.slice(
      0,
      itemsThatFit(all, tokensMax - frameTokens - gapTokens, lineOf, (match) => match),
    );
    const { verdict, score, total, page_right } = found;
    const [first] = matches;
    const claim = page_right === null ? '' : ` The page ${page} is ${page_right ? 'right' : 'wrong'}.`;
    const gaps = not_searched.slice(0, gapsMax).map(gapText);
    return {
      facts: [
        `Verdict: ${verdict}, score ${score.toFixed(2)}, ${counted(total, 'place')}.${claim}`,
        ...gaps.map((gap) => `Not searched: ${gap}.`),
      ],
      text: matches.map(lineOf).join('\n'),
      next: first
        ? [nextCall('read_document', { document, pages: String(first.page) }, 'to read around it')]
        : [nextCall('search_document', { document }, 'with the rarest words of the quote')],
      data: { document, verdict, score, total, page_right, not_searched: gaps, matches },
    };
  },
};
