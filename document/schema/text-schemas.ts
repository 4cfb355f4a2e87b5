/** JSON Schema of the nodes that are text, and of its spans and lines. */
import { Type } from 'typebox';
import type { HeadingLevel, Line, Link, Span, Word } from '../model/blocks.ts';
import { noteNamePattern } from '../model/note-names.ts';
import { Count, Defined, Flag, ListOf, NoKids, place, Words } from './schema-parts.ts';

const Offset = (description: string) => Type.Integer({ minimum: 0, description });

const NoteName = (description: string) =>
  Type.Optional(Type.String({ pattern: noteNamePattern, description }));

/** Either an address or a place in the document. */
export const linkSchema = Type.Union(
  [
    Type.Object({
      url: Type.String({
        pattern: '^(?:[hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:)',
        description: 'An address with the scheme http, https, mailto or tel.',
      }),
    }),
    Type.Object({ page: Count('A page of this document.') }),
  ],
  { description: 'Where a link leads: to an address or to a page.' },
);

export const spanSchema = Type.Object(
  {
    start: Offset('Where it begins in `content`, in UTF-16 code units.'),
    end: Offset('Where it ends, exclusive.'),
    bold: Flag('Printed bold.'),
    italic: Flag('Printed italic.'),
    strike: Flag('Struck through.'),
    code: Flag('Printed in a font of fixed width, within a text.'),
    sup: Flag('Superscript.'),
    sub: Flag('Subscript.'),
    link: Type.Optional(Defined<Link>('Link', 'Where these words lead.')),
    note: NoteName(
      'These characters are the mark of the footnote with this `note`: in the text, and at the beginning of the footnote itself.',
    ),
  },
  { description: 'What is special about a part of `content`. Spans are sorted by `start`.' },
);

export const lineSchema = Type.Object(
  {
    ...place,
    start: Offset('Where the line begins in `content`, in UTF-16 code units.'),
    end: Offset('Where the line ends, exclusive.'),
  },
  { description: 'One printed line of a text.' },
);

/** From 0 to 1. */
export const Confidence = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const wordSchema = Type.Object(
  {
    start: Offset('Where the word begins in `content`, in UTF-16 code units.'),
    end: Offset('Where the word ends, exclusive.'),
    confidence: Confidence(
      'How sure the recognition is, from 0 to 1. Its own judgement, not a probability that was measured.',
    ),
  },
  { description: 'A word that was recognized in a picture (OCR).' },
);

/** Also of list items, which have kids. */
export const text = {
  content: Words(
    'The text: Unicode in logical order, one space between words, hyphens at line ends resolved.',
  ),
  direction: Type.Optional(
    Type.Literal('rtl', { description: 'Present if the text runs from right to left.' }),
  ),
  spans: ListOf<Span>('Span', 'Emphasis, links and the like, at their places in `content`.'),
  lines: ListOf<Line>('Line', 'The printed lines.'),
  words: Type.Optional(
    ListOf<Word>('Word', 'The words of text that was recognized (OCR); absent otherwise.'),
  ),
};

const textSchema = <T extends string>(type: T, description: string) =>
  Type.Object(
    { type: Type.Literal(type, { description }), ...place, ...text, kids: NoKids },
    { description },
  );

export const headingSchema = Type.Object(
  {
    type: Type.Literal('heading', { description: 'A heading.' }),
    ...place,
    level: Type.Unsafe<HeadingLevel>(
      Type.Integer({ minimum: 1, maximum: 6, description: '1 is the highest.' }),
    ),
    ...text,
    kids: NoKids,
  },
  { description: 'A heading.' },
);

export const paragraphSchema = textSchema('paragraph', 'A paragraph.');
export const codeSchema = textSchema('code', 'A listing; `content` has its line breaks.');
export const formulaSchema = textSchema('formula', 'A formula, as the text that is printed.');
export const footnoteSchema = Type.Object(
  {
    type: Type.Literal('footnote', { description: 'A footnote.' }),
    ...place,
    note: NoteName(
      'Its name, unique in the document; absent unless exactly one mark in the text refers to it.',
    ),
    ...text,
    kids: NoKids,
  },
  { description: 'A footnote.' },
);
export const captionSchema = textSchema('caption', 'A caption: inside its figure, or next to its table.');
