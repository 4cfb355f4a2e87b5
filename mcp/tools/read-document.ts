/** `read_document`: the text of pages, of a section, or from where the last answer ended. */
import { Type } from 'typebox';
import { frameTokens, partThatFits } from '../answer.ts';
import { DocumentError } from '../document-source.ts';
import { nextCall } from '../next-call.ts';
import { commonOutput, DocumentId, maxTokens, PageNumber, readOnly, type Tool } from './tool.ts';

const defaultTokens = 6_000;

const Input = Type.Object(
  {
    document: DocumentId,
    pages: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Pages such as "3", "3-5" or "1,4-6"; the first page is 1.',
      }),
    ),
    section: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Ref of a section from open_document, such as "/kids/42".',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 500, description: 'Continues where the answer with this next_cursor ended.' }),
    ),
    max_tokens: maxTokens(defaultTokens),
  },
  { additionalProperties: false },
);

const Output = Type.Object({
  ...commonOutput,
  document: Type.String(),
  content: Type.Optional(Type.String({ description: 'Markdown between untrusted markers.' })),
  tokens: Type.Integer(),
  from_page: Type.Optional(PageNumber),
  to_page: Type.Optional(PageNumber),
  remaining_tokens: Type.Integer({ description: 'Of the part that was asked for.' }),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

export const readDocument: Tool<typeof Input> = {
  name: 'read_document',
  title: 'Read a document',
  description:
    'Markdown of pages, a section, or the next part of a document. Give one of pages, section or cursor; without them, reading starts at the beginning. Marks such as <!-- page 4 --> show where a page begins.',
  input: Input,
  output: Output,
  annotations: readOnly,
  async answer(source, { document, pages, section, cursor, max_tokens = defaultTokens }, options) {
    if ([pages, section, cursor].filter((value) => value !== undefined).length > 1) {
      throw new DocumentError('invalid_request', 'Give only one of pages, section and cursor.');
    }
    const part = await partThatFits(max_tokens - frameTokens, (tokens) =>
      source.read(document, { pages, section, cursor, max_tokens: tokens }, options),
    );
    const { content, tokens, from, to, next_cursor, remaining_tokens } = part;
    const next =
      next_cursor === null
        ? []
        : [
            nextCall(
              'read_document',
              { document, cursor: next_cursor },
              `for the ${remaining_tokens} tokens that follow`,
            ),
          ];
    const place = from && to ? `Pages ${from.page} to ${to.page}` : 'Nothing is there to read';
    return {
      facts: [`${place}, ${tokens} tokens${next_cursor === null ? ', complete' : ''}.`],
      text: content,
      next,
      data: {
        document,
        tokens,
        ...(from && to && { from_page: from.page, to_page: to.page }),
        remaining_tokens,
        next_cursor,
      },
      textField: 'content',
    };
  },
};
