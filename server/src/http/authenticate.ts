/** Authentication: identifies the caller before the body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type IdentifyCallerPorts, identifyAnyCaller, identifyCaller } from '../actions/identify-caller.ts';
import { looksLikeRawKey } from '../domain/api-key.ts';
import type { Caller, Credentials } from '../domain/caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route speaks MCP: clients may send an API key as a bearer token, because many of them can send nothing
     * else, and what the plan does not include is answered in the protocol.
     */
    readonly isMcp?: true;
  }
}

const callers = new WeakMap<FastifyRequest, Caller>();

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

export function credentialsOf(request: FastifyRequest): Credentials {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(headerOf(request, 'authorization') ?? '');
  return { apiKey: headerOf(request, 'x-api-key'), bearerToken: bearer?.[1] };
}

/** An API key in `Authorization` is taken as one. */
function mcpCredentialsOf(request: FastifyRequest): Credentials {
  const { apiKey, bearerToken } = credentialsOf(request);
  return apiKey === undefined && bearerToken !== undefined && looksLikeRawKey(bearerToken)
    ? { apiKey: bearerToken, bearerToken: undefined }
    : { apiKey, bearerToken };
}

/** Every route registered on this instance afterwards requires credentials. */
export function requireCaller(app: FastifyInstance, ports: IdentifyCallerPorts): void {
  app.addHook('onRequest', async (request, reply) => {
    // Before the check, so that a refusal is not cached either. Job bodies carry signed URLs.
    reply.header('cache-control', 'private, no-store');
    const caller = request.routeOptions.config.isMcp
      ? await identifyAnyCaller(ports, mcpCredentialsOf(request))
      : await identifyCaller(ports, credentialsOf(request));
    callers.set(request, caller);
  });
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('this route was registered without requireCaller');
  return caller;
}
