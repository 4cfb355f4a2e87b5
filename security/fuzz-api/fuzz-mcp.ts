/** Calls of every MCP tool and resource with valid, nearly valid and invalid arguments, and messages that are no calls. */
import { type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import {
  type McpMessage,
  type McpTool,
  mcpHeaders,
  mcpRequest,
  messagesIn,
  textOf,
} from '../mcp-messages.ts';
import type { Schema } from './contract.ts';
import { oddJson } from './odd-values.ts';
import type { ResourcePool } from './resource-pool.ts';
import { drawnFrom, oddText } from './schema-values.ts';

export type McpFuzzSettings = {
  readonly node: string;
  readonly resources: ResourcePool;
  readonly seed: number;
  readonly runs: number;
};

export type McpFuzzResult = {
  readonly findings: readonly string[];
  /** Tools and resources that never answered with a success. */
  readonly neverReached: readonly string[];
  readonly sent: number;
};

type Drawn = { readonly name: string; readonly body: string };
type Target = { readonly tool?: McpTool; readonly plain: Drawn; readonly drawn: Arbitrary<Drawn> };

/** Answers of the protocol to what is not a valid message, besides 200 and 202. */
const refusals = new Set([400, 401, 403, 406, 413, 415]);
const internalError = -32603;
/** The largest budget of a tool. */
const tokensMax = 20_000;
const ajv = new Ajv2020({ strict: false, allErrors: true });

const messageOf = (method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) ?? '';

/** Waiting would only make the run slow. */
const withoutWait = (args: unknown) =>
  typeof args === 'object' && args !== null && 'wait_seconds' in args ? { ...args, wait_seconds: 0 } : args;

function documentIds({ own, foreign }: ResourcePool): Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...own.jobs) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign.jobs) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: oddText },
  );
}

function callsOf({ name, inputSchema }: McpTool, resources: ResourcePool): Arbitrary<Drawn> {
  const args = drawnFrom(inputSchema as Schema);
  const hasId = inputSchema.properties?.['document'] !== undefined;
  return fc.tuple(args, documentIds(resources), fc.nat({ max: 9 })).map(([drawn, document, chance]) => {
    const isObject = typeof drawn === 'object' && drawn !== null && !Array.isArray(drawn);
    const filled = hasId && isObject && chance > 0 ? { ...drawn, document } : drawn;
    return { name, body: messageOf('tools/call', { name, arguments: withoutWait(filled) }) };
  });
}

/** A valid call with the required arguments alone, which random drawing might never produce. */
function plainCall({ name, inputSchema }: McpTool, { own }: ResourcePool): Drawn {
  const required = (inputSchema.required ?? []).map((argument) => [
    argument,
    argument === 'document' ? own.jobs[0] : 'quarterly report',
  ]);
  return { name, body: messageOf('tools/call', { name, arguments: Object.fromEntries(required) }) };
}

function readOf(uriTemplate: string, id: string, n: string): Drawn {
  const uri = uriTemplate.replace('{id}', () => id.toWellFormed()).replace('{n}', () => n.toWellFormed());
  return { name: uriTemplate, body: messageOf('resources/read', { uri }) };
}

function readsOf(uriTemplate: string, resources: ResourcePool): Arbitrary<Drawn> {
  const numbers = fc.oneof(fc.constantFrom('1', '2', '0', '-1', '1e9', ''), oddText);
  return fc.tuple(documentIds(resources), numbers).map(([id, n]) => readOf(uriTemplate, id, n));
}

const otherMessages: Arbitrary<Drawn> = fc
  .oneof(
    fc.constantFrom(...oddJson),
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
    fc.tuple(oddText, fc.jsonValue({ maxDepth: 2 })).map(([method, params]) => messageOf(method, params)),
    fc
      .array(fc.constantFrom('ping', 'tools/list', 'nothing'), { maxLength: 30 })
      .map((methods) => JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method })))),
  )
  .map((body) => ({ name: 'message', body }));

function resultFaults(tool: McpTool | undefined, message: McpMessage): readonly string[] {
  const { result, error } = message;
  if (error) return error.code === internalError ? [`internal error: ${error.message}`] : [];
  if (!result) return ['neither a result nor an error'];
  const text = textOf(message);
  if (countTokens(text) > tokensMax) return [`an answer of more than ${tokensMax} tokens`];
  if (result.isError) return /internal_error/.test(text) ? [`internal error: ${text}`] : [];
  if (!tool?.outputSchema) return [];
  const check = ajv.compile(tool.outputSchema);
  return check(result.structuredContent)
    ? []
    : (check.errors ?? []).map(({ instancePath, message: fault }) => `output ${instancePath} ${fault}`);
}

function faultsOf(reply: Reply, tool: McpTool | undefined): readonly string[] {
  if (reply.status === 0) return [`no answer: ${String(reply.fault)}`];
  if (reply.status >= 500) return [`answered ${reply.status}`];
  if (reply.headers.get('x-request-id') === null) return ['no X-Request-Id'];
  if (reply.status === 202) return reply.text === '' ? [] : ['202 with a body'];
  if (reply.status !== 200) return refusals.has(reply.status) ? [] : [`undeclared status ${reply.status}`];
  const messages = messagesIn(reply);
  return messages.length === 0
    ? ['200 without a message']
    : messages.flatMap((one) => resultFaults(tool, one));
}

const isSuccess = (reply: Reply) =>
  reply.status === 200 && messagesIn(reply).some(({ result }) => result && result.isError !== true);

export async function fuzzMcp({ node, resources, seed, runs }: McpFuzzSettings): Promise<McpFuzzResult> {
  const headers = { ...mcpHeaders, ...resources.credentials.session };
  const post = (body: string) =>
    sendRequest(node, '/mcp', { method: 'POST', headers, body, timeoutMs: 20_000 });
  const listed = async (method: string) => messagesIn(await post(mcpRequest(method).body))[0]?.result;
  const tools = (await listed('tools/list'))?.tools ?? [];
  const templates = (await listed('resources/templates/list'))?.resourceTemplates ?? [];
  const targets: readonly Target[] = [
    ...tools.map((tool) => ({
      tool,
      plain: plainCall(tool, resources),
      drawn: callsOf(tool, resources),
    })),
    ...templates.map(({ uriTemplate }) => ({
      plain: readOf(uriTemplate, resources.own.jobs[0] ?? '', '1'),
      drawn: readsOf(uriTemplate, resources),
    })),
    { plain: { name: 'message', body: mcpRequest('ping').body }, drawn: otherMessages },
  ];
  const findings = new Map<string, string>();
  const reached = new Set<string>();
  const share = Math.ceil(runs / targets.length);
  for (const [at, { tool, plain, drawn }] of targets.entries()) {
    for (const { name, body } of [plain, ...fc.sample(drawn, { seed: (seed + at) | 0, numRuns: share })]) {
      const reply = await post(body);
      if (isSuccess(reply)) reached.add(name);
      for (const fault of faultsOf(reply, tool)) {
        const shown = `${body.slice(0, 400)}\n  → ${reply.text.slice(0, 300)}`;
        findings.set(`${name} ${fault}`, `MCP ${name}: ${fault}\n  ${shown}`);
      }
    }
  }
  const names = targets.map(({ plain: { name } }) => name);
  return {
    findings: [...findings.values()],
    neverReached: [
      ...(tools.length === 0 ? ['MCP lists no tools'] : []),
      ...names.filter((name) => !reached.has(name)).map((name) => `MCP ${name} never succeeded`),
    ],
    sent: (share + 1) * targets.length,
  };
}
