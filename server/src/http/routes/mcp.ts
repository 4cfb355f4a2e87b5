/**
 * `POST /mcp`: the Model Context Protocol over HTTP, without sessions. A server is made for each request, so any API
 * process can answer any of them. Not part of the OpenAPI document: the protocol describes itself.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@fastify/type-provider-typebox';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from '@octavo/mcp/mcp-server.ts';
import { Counter, type Registry } from 'prom-client';
import { OctavoError } from '../../domain/errors.ts';
import { callerOf } from '../authenticate.ts';
import { disconnectSignal } from '../deadline.ts';
import { originCheck } from '../mcp/allowed-origin.ts';
import { type McpSourcePorts, sourceFor } from '../mcp/document-source.ts';
import { batchMax } from '../mcp/one-at-a-time.ts';
import { resourceMetadata, resourceMetadataPath } from '../mcp/resource-metadata.ts';
import { sendWebResponse, toWebRequest } from '../mcp/web-exchange.ts';
import { apiVersion } from '../openapi.ts';
import type { BrowserSettings } from '../security-headers.ts';

export type McpPorts = McpSourcePorts & {
  readonly browser: BrowserSettings;
  /** The OpenID provider whose tokens are accepted. */
  readonly issuer: string;
  readonly metrics: Registry;
  readonly closing: AbortSignal;
};

/** The handler does not answer a request that was given up; Fastify must still end it. */
function abandoned(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const end = () => resolve(new Response(null, { status: 503 }));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

function checkBatch(body: unknown): void {
  if (Array.isArray(body) && body.length > batchMax)
    throw new OctavoError('invalid_request', `A batch may contain at most ${batchMax} messages.`);
}

export function mcpRoutes(ports: McpPorts): FastifyPluginAsyncTypebox {
  const calls = new Counter({
    name: 'octavo_mcp_calls_total',
    help: 'Calls of MCP tools by outcome: ok or the code of the error.',
    labelNames: ['tool', 'outcome'],
    registers: [ports.metrics],
  });
  const { publicUrl } = ports.browser;
  const challenge = `Bearer realm="octavo", resource_metadata="${publicUrl}${resourceMetadataPath}"`;
  return async (app) => {
    const checkOrigin = originCheck(ports.browser);
    // Where a client finds the identity provider.
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', challenge);
    });
    app.post(
      '/mcp',
      {
        config: { isMcp: true, onlyReads: true },
        schema: { hide: true, body: Type.Unknown() },
        onRequest: async (request) => checkOrigin(request),
      },
      async (request, reply) => {
        checkBatch(request.body);
        const signal = AbortSignal.any([disconnectSignal(reply), ports.closing]);
        const source = sourceFor(ports, callerOf(request));
        const report = (error: unknown) => request.log.error({ err: error }, 'mcp call failed');
        const handler = createMcpHandler(
          () =>
            createMcpServer(source, {
              version: apiVersion,
              onError: report,
              onCall: (tool, outcome) => calls.inc({ tool, outcome }),
            }),
          // Lists do not change while a client listens.
          { maxSubscriptions: 0 },
        );
        const webRequest = toWebRequest(request, `${publicUrl}/mcp`, signal);
        const response = await Promise.race([
          handler.fetch(webRequest, { parsedBody: request.body }),
          abandoned(signal),
        ]);
        return sendWebResponse(reply, response);
      },
    );
  };
}

/** Needs no credentials: it says where to get some. */
export function mcpMetadataRoutes({
  browser,
  issuer,
}: Pick<McpPorts, 'browser' | 'issuer'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(resourceMetadataPath, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        // Pages of any origin may read it: it is public, and clients in browsers look for it.
        .header('access-control-allow-origin', '*')
        .send(resourceMetadata(browser.publicUrl, issuer)),
    );
  };
}
