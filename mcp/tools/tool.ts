/** What a tool is: its description for the model, its schemas, and the function that answers. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { type Static, type TSchema, Type } from 'typebox';
import type { Answer } from '../answer.ts';
import type { CallOptions, DocumentSource } from '../document-source.ts';
import { oneLine } from '../untrusted-text.ts';

/** `Part` is the optional part of a source that the tool needs. */
export type Tool<Input extends TSchema = TSchema, Part extends keyof DocumentSource = never> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: TSchema;
  readonly annotations: ToolAnnotations;
  answer(source: SourceWith<Part>, args: Static<Input>, options: CallOptions): Promise<Answer>;
};

export type SourceWith<Part extends keyof DocumentSource> = DocumentSource &
  Required<Pick<DocumentSource, Part>>;

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Fields that every output has. */
export const commonOutput = {
  notice: Type.String({ description: 'Which text is untrusted, because it comes from a document.' }),
  next: Type.Array(Type.String(), { description: 'Calls that lead on.' }),
};

export const DocumentId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Id of the document, from open_document or list_documents.',
});

export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** Larger answers are refused by some clients: Claude Code takes 25,000 tokens. */
export const maxTokens = (byDefault: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 20_000,
      default: byDefault,
      description: 'The answer has at most this many tokens (o200k_base).',
    }),
  );

export const labelField = (label: string | null) => (label === null ? {} : { label: oneLine(label, 20) });

export const pageText = (page: number, label: string | undefined) =>
  label === undefined || label === String(page) ? `p. ${page}` : `p. ${page} (${label})`;

/** `1 place`, `2 places`. */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
