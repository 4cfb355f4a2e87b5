/** Requests of the Model Context Protocol as plain HTTP, and the messages in their responses. */
import type { Reply } from '@octavo/testkit/client/send-request.ts';

export type McpMessage = {
  readonly id?: unknown;
  readonly result?: McpResult;
  readonly error?: { readonly code: number; readonly message: string };
};

export type McpResult = {
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly tools?: readonly McpTool[];
  readonly resourceTemplates?: readonly { readonly uriTemplate: string }[];
};

export type McpTool = {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  readonly outputSchema?: object;
};

/** Clients must accept both. */
export const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export const mcpRequest = (method: string, params: object = {}) => ({
  headers: mcpHeaders,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

export const toolCall = (name: string, args: object) => mcpRequest('tools/call', { name, arguments: args });

/** From a body of JSON or a stream of events; empty if it has neither. */
export function messagesIn({ text, json }: Pick<Reply, 'text' | 'json'>): readonly McpMessage[] {
  if (json !== undefined) return [json].flat() as McpMessage[];
  const events = text.split('\n').filter((line) => line.startsWith('data: '));
  return events.map((line) => JSON.parse(line.slice('data: '.length)) as McpMessage);
}

export const textOf = ({ result }: McpMessage): string => result?.content?.[0]?.text ?? '';
