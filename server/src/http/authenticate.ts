/** Authentication: identifies the caller before the body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type IdentifyCallerPorts, identifyCaller } from '../actions/identify-caller.ts';
import type { Caller, Credentials } from '../domain/caller.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

export function credentialsOf(request: FastifyRequest): Credentials {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(headerOf(request, 'authorization') ?? '');
  return { apiKey: headerOf(request, 'x-api-key'), bearerToken: bearer?.[1] };
}

/** Every route registered on this instance afterwards requires credentials. */
export function requireCaller(app: FastifyInstance, ports: IdentifyCallerPorts): void {
  app.addHook('onRequest', async (request, reply) => {
    // Before the check, so that a refusal is not cached either. Job bodies carry signed URLs.
    reply.header('cache-control', 'private, no-store');
    callers.set(request, await identifyCaller(ports, credentialsOf(request)));
  });
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('this route was registered without requireCaller');
  return caller;
}
