/** Quotes and where they are, on the wire. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import {
  type AnchoredMatch,
  anchorStatuses,
  contextCharsMax,
  type LocatedQuotes,
  matchesMax,
  quoteCharsMax,
  quotesMax,
  type ResolvedAnchor as ResolvedAnchorFacts,
  verdicts,
} from '../../actions/locate-quotes.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { locatedExample, locateExample } from './citation-examples.ts';
import { Box, PageLabel, PageNumber, Ref } from './reading-parts.ts';

const Quote = Type.Object(
  {
    exact: Type.String({ minLength: 1, maxLength: quoteCharsMax, description: 'The quoted words.' }),
    prefix: Type.Optional(
      Type.String({
        maxLength: contextCharsMax,
        description: 'Words before it, to tell several places apart.',
      }),
    ),
    suffix: Type.Optional(
      Type.String({
        maxLength: contextCharsMax,
        description: 'Words after it, to tell several places apart.',
      }),
    ),
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The page on which it is said to be.' }),
    ),
  },
  { additionalProperties: false },
);

export const LocateBody = Type.Object(
  {
    quotes: Type.Optional(Type.Array(Quote, { maxItems: quotesMax })),
    anchors: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: quotesMax,
        description: 'Anchors of matches and chunks, to get their places.',
      }),
    ),
    min_score: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1,
        default: 0.8,
        description: 'How similar a passage must be to be reported as `near`.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: matchesMax,
        default: 5,
        description: 'The most matches of each quote.',
      }),
    ),
    ignore_case: Type.Optional(
      Type.Boolean({ default: false, description: 'Takes upper and lower case as the same.' }),
    ),
  },
  { $id: 'LocateQuotes', additionalProperties: false, examples: [locateExample] },
);

const Difference = Type.Object({
  op: OneOf(['replace', 'insert', 'delete'], {
    description: 'What must be done to the quote to make it what the document says.',
  }),
  quote: Type.String({ description: 'The words of the quote; empty for `insert`.' }),
  document: Type.String({ description: 'The words of the document; empty for `delete`.' }),
});

const Selector = Type.Object(
  {
    type: Type.Literal('TextQuoteSelector'),
    exact: Type.String({ description: 'What the document says there.' }),
    prefix: Type.String(),
    suffix: Type.String(),
  },
  { description: 'As in the W3C Web Annotation Data Model.' },
);

const matchFields = {
  page: PageNumber,
  label: PageLabel,
  boxes: Type.Array(Type.Object({ page: PageNumber, box: Box }), {
    description: 'The printed lines, cut to the words of the match.',
  }),
  refs: Type.Array(Ref, { description: 'The blocks that it is in.' }),
  start: Type.Integer({
    minimum: 0,
    description: 'Where it begins in the canonical text, in UTF-16 code units.',
  }),
  end: Type.Integer({ minimum: 0 }),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  selector: Selector,
  differences: Type.Array(Difference, { description: 'Empty for a verbatim match.' }),
  headings: Type.Array(Type.String(), { description: 'Titles of the headings above it, outermost first.' }),
  anchor: Type.String({
    description: 'Leads to this place, in `anchors` of this route, until the job is converted again.',
  }),
};

/** Named only where it is used first: a schema with a name can be in another one only once. */
const QuoteMatch = Type.Object(matchFields, { $id: 'QuoteMatch' });

const LocatedItem = Type.Object({
  verdict: OneOf(verdicts, {
    description:
      '`verbatim`: all words in this order, at one place. `near`: a similar passage, with `differences`. `ambiguous`: several places fit equally well; `score` says how well. `scattered`: its words are there in pieces of three or more, but not together. `too_short`: fewer than 12 characters, not searched for. `absent`: not in the document. `undetermined`: not found, but not all text could be searched.',
  }),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'Of the best match; 1 is verbatim.' }),
  matches: Type.Array(QuoteMatch, {
    description: 'The best first; for `scattered`, the pieces in their order.',
  }),
  total: Type.Integer({ minimum: 0, description: 'Places that were found, at most 1,000 are counted.' }),
  page_claimed: Type.Union([Type.Integer(), Type.Null()], { description: 'The `page` of the quote.' }),
  page_right: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether one of the best matches is on that page; null without a page or without matches.',
  }),
});

const ResolvedAnchor = Type.Object({
  anchor: Type.String(),
  status: OneOf(anchorStatuses, {
    description:
      '`outdated`: it belongs to another conversion of the job. `invalid`: it is not an anchor of this job.',
  }),
  match: Type.Union([Type.Object(matchFields), Type.Null()], { description: 'The place, if it was found.' }),
});

export const LocatedBody = Type.Object(
  {
    parse: Type.String({ description: 'Names the conversion that anchors belong to.' }),
    items: Type.Array(LocatedItem, { description: 'In the order of the quotes.' }),
    anchors: Type.Array(ResolvedAnchor, { description: 'In the order of the anchors.' }),
    not_searched: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'The code of a warning of the job.' }),
        pages: Type.Array(PageNumber, { description: 'Empty if the pages are not known.' }),
      }),
      { description: 'Text that is not in the result. While there is any, no quote is called `absent`.' },
    ),
  },
  { $id: 'LocatedQuotes', examples: [locatedExample] },
);

function toMatchBody(match: AnchoredMatch): Static<typeof QuoteMatch> {
  const { page, label, boxes, refs, start, end, score, exact, prefix, suffix, headings, anchor } = match;
  return {
    page,
    label: label ?? null,
    boxes: boxes.map(({ page: on, box }) => ({ page: on, box: [...box] })),
    refs: [...refs],
    ...{ start, end, score },
    selector: { type: 'TextQuoteSelector', exact, prefix, suffix },
    differences: match.differences.map((difference) => ({ ...difference })),
    headings: [...headings],
    anchor,
  };
}

export function toLocatedBody(
  { parse, items, notSearched }: LocatedQuotes,
  anchors: readonly ResolvedAnchorFacts[],
): Static<typeof LocatedBody> {
  return {
    parse,
    items: items.map(({ verdict, score, matches, total, page_claimed, page_right }) => ({
      verdict,
      score,
      matches: matches.map(toMatchBody),
      total,
      page_claimed: page_claimed ?? null,
      page_right: page_right ?? null,
    })),
    anchors: anchors.map(({ anchor, status, match }) => ({
      anchor,
      status,
      match: match && toMatchBody(match),
    })),
    not_searched: notSearched.map(({ reason, pages }) => ({ reason, pages: [...pages] })),
  };
}
