/** Answers 405 with the allowed methods for a known path. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { OctavoError } from '../domain/errors.ts';

const answerable: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export type RouteCollector = { readonly refuseOtherMethods: () => void };

/** Call before the first route is registered; call `refuseOtherMethods` after the last. */
export function collectRoutes(app: FastifyInstance): RouteCollector {
  const methodsByUrl = new Map<string, Set<string>>();
  let collecting = true;
  app.addHook('onRoute', (route) => {
    if (!collecting || route.url.includes('*')) return;
    const methods = methodsByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByUrl.set(route.url, methods);
  });
  return {
    refuseOtherMethods: () => {
      collecting = false;
      for (const [url, methods] of methodsByUrl) {
        const allow = [...methods].toSorted().join(', ');
        app.route({
          method: answerable.filter((method) => !methods.has(method)),
          url,
          schema: { hide: true },
          handler: (_request, reply) => {
            reply.header('allow', allow);
            throw new OctavoError('method_not_allowed', `This path answers to ${allow} only.`);
          },
        });
      }
    },
  };
}
