/** Every tool and resource of `POST /mcp` as operations, as the service itself lists them. */
import { type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account } from '@octavo/testkit/environment/test-environment.ts';
import { type McpResult, mcpRequest, messagesIn, textOf, toolCall } from '../mcp-messages.ts';
import type { Named, Operation, Outcome } from './id-operations.ts';

/** A tool is covered once there are valid arguments here, besides the id of the document. */
const toolArguments: Readonly<Record<string, object>> = {
  open_document: {},
  read_document: {},
  search_document: { query: 'the' },
  locate_quote: { quote: 'a quote of some words' },
  get_table: { table: 1 },
  list_documents: {},
};

/** Refusals are answers of the protocol with status 200. */
function outcomeOf(reply: Reply): Outcome {
  if (reply.status !== 200) return 'other';
  const [message] = messagesIn(reply);
  if (message?.error) return /Job not found/.test(message.error.message) ? 'not found' : 'refused';
  if (!message?.result) return 'other';
  if (message.result.isError !== true) return 'done';
  return textOf(message).startsWith('Error job_not_found:') ? 'not found' : 'refused';
}

/** An error of a resource repeats the address that was asked for. */
const withoutAddress = (text: string) => text.replace(/,"data":\{"uri":"[^"]*"\}/, '');

const operation = (
  name: string,
  kinds: Operation['kinds'],
  request: (ids: Named) => ReturnType<typeof mcpRequest>,
): Operation => ({
  name: `MCP ${name}`,
  method: 'POST',
  path: '/mcp',
  kinds,
  isReading: true,
  isPublic: false,
  request,
  outcome: outcomeOf,
  comparable: withoutAddress,
});

async function listed(node: string, caller: Account, method: string): Promise<McpResult> {
  const reply = await sendRequest(node, '/mcp', { method: 'POST', caller, ...mcpRequest(method) });
  const result = messagesIn(reply)[0]?.result;
  if (!result) throw new Error(`${method}: ${reply.status} ${reply.text}`);
  return result;
}

export type McpOperations = { readonly all: readonly Operation[]; readonly uncovered: readonly string[] };

export async function mcpOperations(node: string, caller: Account): Promise<McpOperations> {
  const { tools = [] } = await listed(node, caller, 'tools/list');
  const { resourceTemplates = [] } = await listed(node, caller, 'resources/templates/list');
  const calls = tools.map(({ name, inputSchema }) => {
    const needsId = inputSchema.properties?.['document'] !== undefined;
    return operation(name, needsId ? ['job'] : [], ({ job }) =>
      toolCall(name, { ...toolArguments[name], ...(needsId && { document: job }) }),
    );
  });
  const resources = resourceTemplates.map(({ uriTemplate }) =>
    operation(uriTemplate, ['job'], ({ job }) =>
      mcpRequest('resources/read', { uri: uriTemplate.replace('{id}', job).replace('{n}', '1') }),
    ),
  );
  const list = operation('resources/list', [], () => mcpRequest('resources/list'));
  if (calls.length === 0 || resources.length === 0) throw new Error('MCP lists no tools or no resources');
  const uncovered = tools.filter(({ name }) => !(name in toolArguments)).map(({ name }) => `MCP ${name}`);
  return { all: [...calls, ...resources, list], uncovered };
}
