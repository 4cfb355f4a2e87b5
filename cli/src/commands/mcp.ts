/** `octavo mcp`: an MCP server on stdin and stdout, for agents on this machine. */
import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '@octavo/mcp/mcp-server.ts';
import type { Context } from '../context.ts';
import { sdkSource } from '../mcp/sdk-source.ts';
import { version } from '../version.ts';

export type McpFlags = { readonly directory?: readonly string[] };

/** Ends when the client closes stdin, or with a signal. Nothing but the protocol is written to stdout. */
export async function serveMcp(context: Context, flags: McpFlags): Promise<void> {
  const { environment } = context;
  const { stdin, stdout, stderr, cwd } = environment;
  const source = sdkSource(await context.client(), { cwd, directories: flags.directory ?? [cwd] });
  const report = (error: unknown) =>
    stderr.write(`octavo mcp: ${error instanceof Error ? error.message : error}\n`);
  const server = serveStdio(() => createMcpServer(source, { version, onError: report }), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: report,
  });
  let stopListening = () => {};
  const stopped = new Promise<void>((resolve) => {
    stopListening = environment.onSignal(() => resolve());
  });
  try {
    await Promise.race([once(stdin, 'end'), once(stdin, 'close'), stopped]);
  } finally {
    stopListening();
    await server.close();
  }
}
