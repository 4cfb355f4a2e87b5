/** An MCP server over the documents of one caller. It keeps no state, so it can be made for each request. */
import { fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server';
import { loadTokenizer } from '@octavo/document/reading/count-tokens.ts';
import type { Static, TSchema } from 'typebox';
import { toolResult } from './answer.ts';
import { checkArguments } from './check-arguments.ts';
import { DocumentError, type DocumentSource } from './document-source.ts';
import { errorAnswer } from './error-answer.ts';
import { instructions } from './instructions.ts';
import type { CallArguments } from './next-call.ts';
import { addResources } from './resources.ts';
import { getTable } from './tools/get-table.ts';
import { listDocuments } from './tools/list-documents.ts';
import { locateQuote } from './tools/locate-quote.ts';
import { openDocument, openFileOrDocument } from './tools/open-document.ts';
import { readDocument } from './tools/read-document.ts';
import { searchDocument } from './tools/search-document.ts';
import type { SourceWith, Tool } from './tools/tool.ts';

export type McpServerSettings = {
  readonly version: string;
  /** Called with errors that are ours and not the caller's. */
  readonly onError: (error: unknown) => void;
  /** Called after each call of a tool with its outcome: `ok` or the code of the error. */
  readonly onCall?: (tool: string, outcome: string) => void;
};

const hourMs = 3_600_000;

/** Compiled once: a server is made for each request. */
const schemas = new WeakMap<TSchema, ReturnType<typeof fromJsonSchema>>();

function schemaOf<Schema extends TSchema>(schema: Schema) {
  const known = schemas.get(schema) ?? fromJsonSchema(schema as unknown as JsonSchemaType);
  schemas.set(schema, known);
  return known as ReturnType<typeof fromJsonSchema<Static<Schema>>>;
}

/** The library would answer with a validator's text; the call checks its arguments itself. */
const listedOnly = <Schema extends ReturnType<typeof fromJsonSchema>>(schema: Schema): Schema => ({
  ...schema,
  '~standard': { ...schema['~standard'], validate: (value: unknown) => ({ value }) },
});

type Registration = McpServerSettings & { readonly server: McpServer; readonly offered: Set<string> };

function addTool<Input extends TSchema, Part extends keyof DocumentSource>(
  { server, offered, onError, onCall }: Registration,
  source: SourceWith<Part>,
  tool: Tool<Input, Part>,
): void {
  const { name, title, description, annotations } = tool;
  const inputSchema = listedOnly(schemaOf(tool.input));
  const outputSchema = schemaOf(tool.output);
  const config = { title, description, annotations, inputSchema, outputSchema };
  offered.add(name);
  server.registerTool(name, config, async (args, ctx) => {
    try {
      checkArguments(tool, args);
      await loadTokenizer();
      const answer = await tool.answer(source, args as Static<Input>, { signal: ctx.mcpReq.signal });
      onCall?.(name, 'ok');
      return toolResult(answer, (called) => offered.has(called));
    } catch (error) {
      onCall?.(name, error instanceof DocumentError ? error.code : 'internal_error');
      return errorAnswer(error, name, args as CallArguments, onError);
    }
  });
}

function addTools(registration: Registration, source: DocumentSource): void {
  const { submit, search, locate, tables } = source;
  if (submit) addTool(registration, source, openFileOrDocument);
  else addTool(registration, source, openDocument);
  addTool(registration, source, readDocument);
  if (search) addTool(registration, { ...source, search }, searchDocument);
  if (locate) addTool(registration, { ...source, locate }, locateQuote);
  if (tables) addTool(registration, { ...source, tables }, getTable);
  addTool(registration, source, listDocuments);
}

export function createMcpServer(source: DocumentSource, settings: McpServerSettings): McpServer {
  const server = new McpServer(
    { name: 'octavo', title: 'Octavo', version: settings.version },
    {
      instructions,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      cacheHints: {
        'tools/list': { ttlMs: hourMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: hourMs, cacheScope: 'public' },
        'server/discover': { ttlMs: hourMs, cacheScope: 'public' },
      },
    },
  );
  addTools({ ...settings, server, offered: new Set() }, source);
  addResources(server, source, settings.onError);
  return server;
}
