/** Authentication: identifies the caller before the body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type IdentifyCallerPorts, identifyAnyCaller, identifyCaller } from '../actions/identify-caller.ts';
import { looksLikeRawKey } from '../domain/api-key.ts';
import type { Caller, Credentials } from '../domain/caller.ts';
import { writesStopped } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route speaks MCP: clients may send an API key as a bearer token, because many of them can send nothing
     * else, and what the plan does not include is answered in the protocol.
     */
    readonly isMcp?: true;
    /** The route is one of another service: an API key may come in any way that its clients send one. */
    readonly isCompatible?: true;
    /** The route changes nothing of the account, although its method is not GET. */
    readonly onlyReads?: true;
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
function credentialsWithKeyAsToken(request: FastifyRequest): Credentials {
  const { apiKey, bearerToken } = credentialsOf(request);
  return apiKey === undefined && bearerToken !== undefined && looksLikeRawKey(bearerToken)
    ? { apiKey: bearerToken, bearerToken: undefined }
    : { apiKey, bearerToken };
}

/** Clients that can be told nothing but a URL send its user name and password: the password is the API key. */
function basicPasswordOf(request: FastifyRequest): string | undefined {
  const basic = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(headerOf(request, 'authorization') ?? '');
  const [, password] = Buffer.from(basic?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(/:(.*)/s);
  return password;
}

function compatibleCredentialsOf(request: FastifyRequest): Credentials {
  const { apiKey, bearerToken } = credentialsWithKeyAsToken(request);
  return { apiKey: apiKey ?? basicPasswordOf(request), bearerToken };
}

function identify(ports: IdentifyCallerPorts, request: FastifyRequest): Promise<Caller> {
  const { isMcp, isCompatible } = request.routeOptions.config;
  if (isMcp) return identifyAnyCaller(ports, credentialsWithKeyAsToken(request));
  return identifyCaller(ports, isCompatible ? compatibleCredentialsOf(request) : credentialsOf(request));
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const changesAccount = ({ method, routeOptions }: FastifyRequest) =>
  !readingMethods.has(method) && !routeOptions.config.onlyReads;

/** Every route registered on this instance afterwards requires credentials. */
export function requireCaller(app: FastifyInstance, ports: IdentifyCallerPorts): void {
  app.addHook('onRequest', async (request, reply) => {
    // Before the check, so that a refusal is not cached either. Job bodies carry signed URLs.
    reply.header('cache-control', 'private, no-store');
    const caller = await identify(ports, request);
    if (caller.account.writesStopped && changesAccount(request)) throw writesStopped();
    callers.set(request, caller);
  });
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('this route was registered without requireCaller');
  return caller;
}
