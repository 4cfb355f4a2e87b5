/** `open_document`: what a document is, and its text if it is short or a map of it if it is long. */
import { type Static, Type } from 'typebox';
import { type Answer, frameTokens, textTokens } from '../answer.ts';
import {
  type CallOptions,
  DocumentError,
  type DocumentInfo,
  type DocumentSource,
} from '../document-source.ts';
import { nextCall } from '../next-call.ts';
import { oneLine } from '../untrusted-text.ts';
import { warningText } from '../warning-text.ts';
import { type DocumentMap, mapLine, mapOf } from './document-map.ts';
import { commonOutput, counted, DocumentId, maxTokens, PageNumber, readOnly, type Tool } from './tool.ts';

const defaultTokens = 6_000;
const warningsMax = 5;
/** File name, title and warnings. */
const headTokens = 500;

const byId = {
  document: Type.Optional(DocumentId),
  wait_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, default: 20, description: 'How long to wait for a conversion.' }),
  ),
  max_tokens: maxTokens(defaultTokens),
};
const IdInput = Type.Object({ ...byId, document: DocumentId }, { additionalProperties: false });
const PathInput = Type.Object(
  {
    ...byId,
    path: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4_000, description: 'Path of a PDF file on this machine.' }),
    ),
  },
  { additionalProperties: false },
);

const Output = Type.Object({
  ...commonOutput,
  document: Type.String(),
  status: Type.String({ description: 'done, or processing while it is converted.' }),
  file_name: Type.String({ description: 'Untrusted.' }),
  page_count: Type.Integer(),
  tokens: Type.Optional(Type.Integer()),
  title: Type.Optional(Type.String({ description: 'Untrusted.' })),
  map: Type.Optional(
    Type.Array(
      Type.Object({
        ref: Type.Optional(Type.String({ description: 'For read_document(section).' })),
        title: Type.String({ description: 'Untrusted.' }),
        level: Type.Integer(),
        page: Type.Optional(PageNumber),
        label: Type.Optional(Type.String()),
        tokens: Type.Integer(),
      }),
    ),
  ),
  warnings: Type.Array(Type.String()),
  content: Type.Optional(
    Type.String({ description: 'The whole document between untrusted markers, if it is short.' }),
  ),
});

const warningsOf = ({ warnings }: DocumentInfo) => warnings.slice(0, warningsMax).map(warningText);

const headOf = (info: DocumentInfo) => ({
  document: info.id,
  file_name: oneLine(info.file_name, 100),
  page_count: info.page_count,
  warnings: warningsOf(info),
});

function stillConverting(info: DocumentInfo): Answer {
  return {
    facts: [`Document ${info.id}, ${counted(info.page_count, 'page')}, is being converted.`],
    text: '',
    next: [nextCall('open_document', { document: info.id }, 'waits until it is converted')],
    data: { ...headOf(info), status: 'processing' },
  };
}

type Opened = { readonly info: DocumentInfo; readonly map: DocumentMap };

function describe({ info, map }: Opened) {
  const { pages, tokens, title } = map.document;
  const shownTitle = title ? oneLine(title, 200) : undefined;
  const { file_name, warnings } = headOf(info);
  return {
    fact: `Document ${info.id}: ${counted(pages, 'page')}, ${tokens} tokens.`,
    lines: [
      `File: ${file_name}`,
      ...(shownTitle === undefined ? [] : [`Title: ${shownTitle}`]),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ],
    data: {
      ...headOf(info),
      status: 'done',
      ...(shownTitle !== undefined && { title: shownTitle }),
      tokens,
    },
  };
}

function mapAnswer(opened: Opened): Answer {
  const { info, map } = opened;
  const { fact, lines, data } = describe(opened);
  const section = map.rows.find(({ ref }) => ref !== undefined)?.ref;
  const cut = map.isCut
    ? [`The outline is longer; all of it: resource octavo://documents/${info.id}/outline.`]
    : [];
  return {
    facts: [fact, ...(map.rows.length > 0 ? cut : ['It has no headings; read it by pages or search it.'])],
    text: [...lines, ...map.rows.map(mapLine)].join('\n'),
    next: [
      nextCall('search_document', { document: info.id }, 'with the words you look for'),
      section === undefined
        ? nextCall('read_document', { document: info.id, pages: '1-3' }, 'or other pages')
        : nextCall('read_document', { document: info.id, section }, 'or the ref of another section'),
      nextCall('get_table', { document: info.id }, 'to list the tables'),
    ],
    data: { ...data, map: map.rows },
  };
}

function wholeAnswer(opened: Opened, content: string): Answer {
  const { fact, lines, data } = describe(opened);
  return {
    facts: [fact, 'All of it:'],
    text: [...lines, '', content].join('\n'),
    next: [nextCall('get_table', { document: opened.info.id }, 'to get its tables as rows')],
    data,
    textField: 'content',
  };
}

async function answerFor(
  source: DocumentSource,
  info: DocumentInfo,
  tokensMax: number,
  options: CallOptions,
): Promise<Answer> {
  if (info.status === 'failed')
    throw new DocumentError('job_failed', info.error_message ?? 'The document could not be converted.');
  if (info.status !== 'done') return stillConverting(info);
  const opened = { info, map: await mapOf(source, info.id, options) };
  const contentTokens = tokensMax - frameTokens - headTokens;
  if (opened.map.document.tokens > contentTokens) return mapAnswer(opened);
  const whole = await source.read(info.id, { max_tokens: contentTokens }, options);
  const fits = whole.next_cursor === null && textTokens(whole.content) <= contentTokens;
  return fits ? wholeAnswer(opened, whole.content) : mapAnswer(opened);
}

async function submitted(source: DocumentSource, path: string, options: CallOptions): Promise<string> {
  if (!source.submit)
    throw new DocumentError(
      'invalid_request',
      'This server cannot read files of your machine. Give the id of a document.',
    );
  return (await source.submit(path, options)).id;
}

type Arguments = Static<typeof PathInput>;

async function open(source: DocumentSource, args: Arguments, options: CallOptions): Promise<Answer> {
  const { document, path, wait_seconds = 20, max_tokens = defaultTokens } = args;
  if ((document === undefined) === (path === undefined))
    throw new DocumentError('invalid_request', 'Give either document or path.');
  const id = path === undefined ? (document ?? '') : await submitted(source, path, options);
  return answerFor(source, await source.open(id, wait_seconds, options), max_tokens, options);
}

const common = { name: 'open_document', title: 'Open a document', output: Output } as const;
const whatItAnswers =
  'A short document comes whole. Of a long one you get a map: its sections with pages, tokens and refs for read_document.';

/** Where files of the user can be read. */
export const openFileOrDocument: Tool<typeof PathInput> = {
  ...common,
  description: `Opens a PDF file of this machine (path: it is uploaded and converted, which uses pages of the plan once) or a document that was converted before (document). URLs cannot be opened: download the file first. ${whatItAnswers}`,
  input: PathInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  answer: open,
};

export const openDocument: Tool<typeof IdInput> = {
  ...common,
  description: `Opens a document of the account by its id. This server cannot fetch URLs or read files of your machine: files are submitted with POST /jobs, the dashboard, or "octavo mcp" on the user's machine. ${whatItAnswers}`,
  input: IdInput,
  annotations: readOnly,
  answer: open,
};
