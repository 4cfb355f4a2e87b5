/** `list_documents`: the documents of the account, newest first. */
import { Type } from 'typebox';
import { frameTokens, itemsThatFit } from '../answer.ts';
import type { DocumentInfo } from '../document-source.ts';
import { nextCall } from '../next-call.ts';
import { oneLine } from '../untrusted-text.ts';
import { commonOutput, counted, readOnly, type Tool } from './tool.ts';

/** A whole page fits, whatever the names are. */
const tokensMax = 6_000;
const pageSize = 20;
const nameChars = 60;

const Input = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 1,
        description: `${pageSize} documents a page.`,
      }),
    ),
  },
  { additionalProperties: false },
);

const Document = Type.Object({
  document: Type.String(),
  file_name: Type.String({ description: 'Untrusted.' }),
  page_count: Type.Integer(),
  created_at: Type.String(),
});

const Output = Type.Object({
  ...commonOutput,
  total: Type.Integer(),
  documents: Type.Array(Document),
});

export const toListed = ({ id, file_name, page_count, created_at }: DocumentInfo) => ({
  document: id,
  file_name: oneLine(file_name, nameChars),
  page_count,
  created_at,
});

const lineOf = ({ document, file_name, page_count, created_at }: ReturnType<typeof toListed>) =>
  `- ${document}, ${counted(page_count, 'page')}, ${created_at.slice(0, 10)}: ${file_name}`;

export const listDocuments: Tool<typeof Input> = {
  name: 'list_documents',
  title: 'List documents',
  description: 'The converted documents of the account, newest first, with their ids.',
  input: Input,
  output: Output,
  annotations: readOnly,
  async answer(source, { page = 1 }, options) {
    const { items, total } = await source.list(page, pageSize, options);
    const listed = items.map(toListed);
    const documents = listed.slice(
      0,
      itemsThatFit(listed, tokensMax - frameTokens, lineOf, (one) => one),
    );
    const [first] = documents;
    return {
      facts: [`${counted(total, 'document')}, page ${page} of ${Math.max(1, Math.ceil(total / pageSize))}.`],
      text: documents.map(lineOf).join('\n'),
      next: [
        ...(first ? [nextCall('open_document', { document: first.document }, 'to see what is in one')] : []),
        ...(page * pageSize < total
          ? [nextCall('list_documents', { page: page + 1 }, 'for older ones')]
          : []),
      ],
      data: { total, documents },
    };
  },
};
