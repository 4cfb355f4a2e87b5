/** Connects the official client to a server in the same process, over HTTP requests that are not sent. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { DocumentSource } from '../document-source.ts';
import { createMcpServer } from '../mcp-server.ts';

export type Generation = 'auto' | 'legacy';

export async function connect(source: DocumentSource, generation: Generation = 'auto'): Promise<Client> {
  const unexpected = (error: unknown) => {
    throw error;
  };
  const handler = createMcpHandler(() => createMcpServer(source, { version: '0.0.0', onError: unexpected }), {
    maxSubscriptions: 0,
  });
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode: generation } });
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://octavo.test/mcp'), { fetch }));
  return client;
}

export type Called = { readonly text: string; readonly structured: unknown; readonly isError: boolean };

export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [block] = content as readonly { readonly type: string; readonly text?: string }[];
  return { text: block?.text ?? '', structured: structuredContent, isError: isError === true };
}
