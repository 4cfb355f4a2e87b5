/** Answers methods that a known path does not have: OPTIONS with the allowed ones, all others with 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

/** Answers a request that no route has. */
export type AnswerUnmatched = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

function routeNotFound(): OctavoError {
  return new OctavoError('route_not_found', 'There is nothing at this path.');
}

/** `/jobs/:id` matches one segment in place of `:id`; `*` matches the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`);
}

/** Call before the first route and before the CORS plugin, which answers OPTIONS in a hook where it is configured. */
export function collectAllowedMethods(app: FastifyInstance): AnswerUnmatched {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // The CORS plugin's own route, which matches everything.
    if (url === '*') return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  const allowOf = ({ url }: FastifyRequest) => {
    const [path = ''] = url.split('?');
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(matching.flatMap((route) => [...route.methods]));
    return methods.size > 0 ? [...methods].toSorted().join(', ') : null;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    const allow = allowOf(request);
    if (allow !== null) reply.header('allow', allow);
    // A browser's preflight is answered also for an unknown path: the page then sees the 404 instead of a CORS error.
    else if (request.headers['access-control-request-method'] === undefined) throw routeNotFound();
  });
  return (request, reply) => {
    const allow = allowOf(request);
    if (allow === null) throw routeNotFound();
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new OctavoError('method_not_allowed', `This path answers to ${allow} only.`);
  };
}
