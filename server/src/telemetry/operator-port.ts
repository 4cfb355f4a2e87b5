/** An HTTP port for operators of processes without an API: liveness, readiness and metrics. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { type MetricsAccess, mayReadMetrics } from '../protocol/metrics-access.ts';

export type OperatorPortSettings = {
  readonly host: string;
  /** `null` opens no port. */
  readonly port: number | null;
  readonly registry: Registry;
  readonly metricsAccess: MetricsAccess;
  readonly dependencies: Readonly<Record<string, () => Promise<void>>>;
};

export type OperatorPort = { readonly port: number | null; close(): void };

type Answer = { readonly status: number; readonly type: string; readonly body: string };

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

async function readiness({ dependencies }: OperatorPortSettings): Promise<Answer> {
  const checks = await Promise.all(
    Object.entries(dependencies).map(async ([name, ping]) => {
      const state = await ping().then(
        () => 'ok',
        () => 'unavailable',
      );
      return [name, state] as const;
    }),
  );
  const ready = checks.every(([, state]) => state === 'ok');
  return json(ready ? 200 : 503, {
    status: ready ? 'ok' : 'unavailable',
    checks: Object.fromEntries(checks),
  });
}

async function answer(settings: OperatorPortSettings, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'GET') return json(405, { detail: 'Only GET is answered here.' });
  switch (request.url) {
    case '/livez':
      return json(200, { status: 'ok' });
    case '/readyz':
      return readiness(settings);
    case '/metrics': {
      if (!mayReadMetrics(settings.metricsAccess, request.headers.authorization))
        return json(401, { detail: 'Valid credentials are needed.' });
      return { status: 200, type: settings.registry.contentType, body: await settings.registry.metrics() };
    }
    default:
      return json(404, { detail: 'There is nothing at this path.' });
  }
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

export async function openOperatorPort(settings: OperatorPortSettings): Promise<OperatorPort> {
  if (settings.port === null) return { port: null, close: () => {} };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(settings, request).then(
      (given) => send(response, given),
      () => send(response, json(500, { detail: 'Something went wrong on our side.' })),
    );
  });
  server.maxConnections = 64;
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
