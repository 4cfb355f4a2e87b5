/** The tool set: what a model may do with documents, in the form that the AI SDK takes. */
import { Octavo } from '@octavo/sdk';
import { jsonSchema, type Tool, tool } from 'ai';
import { answered, type Refusal } from './answer.ts';
import { type LocateQuoteInput, locateQuote } from './locate-quote.ts';
import { type OpenInput, type OpenSettings, openDocument } from './open-document.ts';
import { type ReadInput, readDocument } from './read-document.ts';
import { type SearchInput, searchDocument } from './search-document.ts';

export type OctavoToolOptions = OpenSettings & {
  /** Without a client, the address and the API key come from `OCTAVO_BASE_URL` and `OCTAVO_API_KEY`. */
  readonly client?: Octavo;
};

type Answer<Run extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Run>> | Refusal;

export type OctavoTools = {
  readonly open_document: Tool<OpenInput, Answer<typeof openDocument>>;
  readonly read_document: Tool<ReadInput, Answer<typeof readDocument>>;
  readonly search_document: Tool<SearchInput, Answer<typeof searchDocument>>;
  readonly locate_quote: Tool<LocateQuoteInput, Answer<typeof locateQuote>>;
};

type Property = { readonly type: 'string' | 'integer'; readonly description: string } & Readonly<
  Record<string, unknown>
>;

const text = (description: string, maxLength = 500): Property => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});
const number = (description: string, minimum: number, maximum: number): Property => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
const document = text('Id of the document, from open_document.', 100);
const cursor = text('next_cursor of the answer before, to go on.', 1_000);

function schemaOf<Input>(properties: Readonly<Record<string, Property>>, required: readonly string[]) {
  return jsonSchema<Input>({
    type: 'object',
    properties: { ...properties },
    required: [...required],
    additionalProperties: false,
  });
}

function openTool(client: Octavo, settings: OpenSettings): OctavoTools['open_document'] {
  const { files, urls } = settings;
  const inputs = {
    document: text('Id of a document that was converted before.', 100),
    ...(files && { file: text('Name of a file of the user.', 1_000) }),
    ...(urls && { url: text('https address of a PDF; it is fetched and converted.', 2_000) }),
  };
  const costs = files || urls ? ' A file or URL is converted, which uses pages of the plan.' : '';
  return tool({
    description: `Opens a document. Answers with its size and a map of its sections.${costs}`,
    inputSchema: schemaOf<OpenInput>(inputs, files || urls ? [] : ['document']),
    execute: (input, { abortSignal: signal }) =>
      answered(() => openDocument({ client, signal }, input, settings)),
  });
}

function readTool(client: Octavo): OctavoTools['read_document'] {
  return tool({
    description:
      'Markdown of pages, a section, or the next part of a document. Give one of pages, section or cursor; without them, reading starts at the beginning.',
    inputSchema: schemaOf<ReadInput>(
      {
        document,
        pages: text('Pages such as "3", "3-5" or "1,4-6"; the first page is 1.', 200),
        section: text('A section of the map, such as "/kids/42".', 200),
        cursor,
        max_tokens: number('The most tokens of text; 4000 if not given.', 100, 20_000),
      },
      ['document'],
    ),
    execute: (input, { abortSignal: signal }) => answered(() => readDocument({ client, signal }, input)),
  });
}

function searchTool(client: Octavo): OctavoTools['search_document'] {
  return tool({
    description: 'Finds words or a "phrase" in a document: page, box, and the text around each hit.',
    inputSchema: schemaOf<SearchInput>(
      {
        document,
        query: text('Words that must all occur near each other, or a "phrase" in quotation marks.'),
        limit: number('The most hits; 10 if not given.', 1, 50),
        cursor,
      },
      ['document', 'query'],
    ),
    execute: (input, { abortSignal: signal }) => answered(() => searchDocument({ client, signal }, input)),
  });
}

function locateTool(client: Octavo): OctavoTools['locate_quote'] {
  return tool({
    description:
      'Checks a quote before you print it: is it in the document word for word, and on which page? Answers with a verdict, the places with boxes, and the differences.',
    inputSchema: schemaOf<LocateQuoteInput>(
      {
        document,
        quote: text('The quote as you would print it.', 2_000),
        page: number('The page it is said to be on, to be checked.', 1, 1_000_000),
      },
      ['document', 'quote'],
    ),
    execute: (input, { abortSignal: signal }) => answered(() => locateQuote({ client, signal }, input)),
  });
}

/** Pass it as `tools` to `generateText` or `streamText`. */
export function octavoTools({ client = new Octavo(), ...settings }: OctavoToolOptions = {}): OctavoTools {
  return {
    open_document: openTool(client, settings),
    read_document: readTool(client),
    search_document: searchTool(client),
    locate_quote: locateTool(client),
  };
}
