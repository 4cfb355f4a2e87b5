/** `search_document`: where words or a phrase are in a document. */
import { Type } from 'typebox';
import { frameTokens, itemsThatFit } from '../answer.ts';
import type { SearchHit } from '../document-source.ts';
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
const contextChars = 200;

const Input = Type.Object(
  {
    document: DocumentId,
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words that must all occur near each other, or a "phrase" in quotation marks.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);

const Hit = Type.Object({
  page: PageNumber,
  label: Type.Optional(Type.String()),
  ref: Type.String(),
  section: Type.String({ description: 'Headings above it; untrusted.' }),
  box: Type.Array(Type.Number(), { description: 'Left, bottom, right, top in points.' }),
  text: Type.String({ description: 'The match between ** and what is around it; untrusted.' }),
});

const Output = Type.Object({
  ...commonOutput,
  document: Type.String(),
  total: Type.Integer(),
  hits: Type.Array(Hit),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

const end = (text: string) =>
  text.length <= contextChars ? text : `…${text.slice(-contextChars).replace(/^[\udc00-\udfff]/, '')}`;

function toHit({ page, label, ref, box, headings, before, match, after }: SearchHit) {
  // Punctuation follows the match without a space.
  const [left, right] = [/\s$/.test(before) ? ' ' : '', /^\s/.test(after) ? ' ' : ''];
  const around = `${oneLine(end(before), contextChars + 1)}${left}**${oneLine(match, 300)}**${right}${oneLine(after, contextChars)}`;
  return {
    page,
    ...labelField(label),
    ref,
    section: oneLine(headings.join(' › '), 160),
    box: [...box],
    text: around.trim(),
  };
}

const lineOf = (hit: ReturnType<typeof toHit>) =>
  `- ${pageText(hit.page, hit.label)}, ${hit.ref}${hit.section === '' ? '' : `, ${hit.section}`}: ${hit.text}`;

export const searchDocument: Tool<typeof Input, 'search'> = {
  name: 'search_document',
  title: 'Search a document',
  description:
    'Finds words or a "phrase" in a document: page, section, box and the text around each hit. Upper and lower case, hyphenation and ligatures make no difference.',
  input: Input,
  output: Output,
  annotations: readOnly,
  async answer(source, { document, query, limit = 10, cursor }, options) {
    let found = await source.search(document, { q: query, limit, cursor }, options);
    const fitting = itemsThatFit(found.items.map(toHit), tokensMax - frameTokens, lineOf, (hit) => hit);
    // Asked again, so that the cursor continues after the last hit that is shown.
    if (fitting < found.items.length)
      found = await source.search(document, { q: query, limit: Math.max(1, fitting), cursor }, options);
    const hits = found.items.map(toHit);
    const [first] = hits;
    const { total, next_cursor } = found;
    return {
      facts: [`${counted(total, 'hit')}${hits.length < total ? `, ${hits.length} shown` : ''}.`],
      text: hits.map(lineOf).join('\n'),
      next: [
        ...(first
          ? [nextCall('read_document', { document, pages: String(first.page) }, 'to read around a hit')]
          : []),
        ...(first ? [] : [nextCall('search_document', { document }, 'with fewer or other words')]),
        ...(next_cursor === null
          ? []
          : [
              nextCall(
                'search_document',
                { document, cursor: next_cursor },
                'with the same query for more hits',
              ),
            ]),
      ],
      data: { document, total, hits, next_cursor },
    };
  },
};
