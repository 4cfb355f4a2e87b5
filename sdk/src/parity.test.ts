/** The SDK covers every route of the API and calls no other. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Octavo } from './client.ts';
import { openShare } from './resources/shared-result.ts';
import { fakeFetch } from './testing/fake-fetch.ts';

const document = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => methods.includes(method))
    .map((method) => `${method.toUpperCase()} ${path}`),
);

const { fetch, requests } = fakeFetch(() => new Response(null, { status: 204 }));
const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch, maxRetries: 0 });
const shared = openShare('http://octavo.test/app/shared#shr_test', { fetch, maxRetries: 0 });
const file = new Uint8Array([37]);

/** One call per SDK method that sends a request. `ID` stands for any identifier. */
const calls: Readonly<Record<string, () => unknown>> = {
  'service.health': () => client.service.health(),
  'service.live': () => client.service.live(),
  'service.ready': () => client.service.ready(),
  'account.me': () => client.account.me(),
  'account.delete': () => client.account.delete('ada@example.com'),
  'retention.retrieve': () => client.retention.retrieve(),
  'retention.update': () => client.retention.update({ retention_days: 1 }),
  'apiKeys.list': () => client.apiKeys.list(),
  'apiKeys.create': () => client.apiKeys.create({ name: 'ci' }),
  'apiKeys.revoke': () => client.apiKeys.revoke('ID'),
  'plans.list': () => client.plans.list(),
  'usage.retrieve': () => client.usage.retrieve(),
  'usage.ofJob': () => client.usage.ofJob('ID'),
  'events.stream': () => client.events.stream().next(),
  'jobs.create': () => client.jobs.create({ file }),
  'uploads.create': () => client.uploads.create({ bytes: 1 }),
  'uploads.retrieve': () => client.uploads.retrieve('ID'),
  'uploads.delete': () => client.uploads.delete('ID'),
  'jobs.list': () => client.jobs.list().then(undefined, () => undefined),
  'jobs.retrieve': () => client.jobs.retrieve('ID'),
  'jobs.update': () => client.jobs.update('ID', { expires_at: null }),
  'jobs.delete': () => client.jobs.delete('ID'),
  'jobs.watch': () => client.jobs.watch('ID').next(),
  'jobs.download': () => client.jobs.download('ID', 'markdown'),
  'jobs.downloadInfo': () => client.jobs.downloadInfo('ID', 'markdown'),
  'jobs.source': () => client.jobs.source('ID'),
  'jobs.sourceInfo': () => client.jobs.sourceInfo('ID'),
  'jobs.images': () => client.jobs.images('ID').catch(() => undefined),
  'jobs.image': () => client.jobs.image('ID', 'a.png'),
  'jobs.imageInfo': () => client.jobs.imageInfo('ID', 'a.png'),
  'jobs.writeOutputs': () => client.jobs.writeOutputs('ID', { format: ['html'] }),
  'jobs.receipt': () => client.jobs.receipt('ID'),
  'jobs.outline': () => client.jobs.outline('ID'),
  'jobs.pages': () => client.jobs.pages('ID'),
  'jobs.read': () => client.jobs.read('ID'),
  'jobs.search': () => client.jobs.search('ID', { q: 'x' }),
  'jobs.tables': () => client.jobs.tables('ID'),
  'jobs.table': () => client.jobs.table('ID', 1, { format: 'csv' }),
  'jobs.figures': () => client.jobs.figures('ID'),
  'jobs.fields': () => client.jobs.fields('ID'),
  'jobs.links': () => client.jobs.links('ID'),
  'jobs.locate': () => client.jobs.locate('ID', { quotes: [{ exact: 'a' }] }),
  'jobs.chunks': () => client.jobs.chunks('ID'),
  'diffs.create': () => client.diffs.create({ base_job_id: 'ID', head_job_id: 'ID' }),
  'diffs.html': () => client.diffs.html({ base_job_id: 'ID', head_job_id: 'ID' }),
  'erasures.get': () => client.erasures.get('ID'),
  'shares.create': () => client.shares.create('ID'),
  'shares.list': () => client.shares.list('ID').catch(() => undefined),
  'shares.revoke': () => client.shares.revoke('ID', 'ID'),
  'shared.retrieve': () => shared.retrieve(),
  'shared.download': () => shared.download('markdown'),
  'shared.source': () => shared.source(),
  'shared.image': () => shared.image('a.png'),
  'receipts.keys': () => client.receipts.keys(),
  'receipts.verify': () => client.receipts.verify({ payloadType: '', payload: '', signatures: [] }),
  'jobs.dropped': () => client.jobs.dropped('ID'),
  'jobs.accessibility': () => client.jobs.accessibility('ID'),
  'jobs.preflight': () => client.jobs.preflight(file),
  'webhooks.list': () => client.webhooks.list(),
  'webhooks.create': () => client.webhooks.create({ url: 'https://a.test' }),
  'webhooks.retrieve': () => client.webhooks.retrieve('ID'),
  'webhooks.update': () => client.webhooks.update('ID', { enabled: true }),
  'webhooks.delete': () => client.webhooks.delete('ID'),
  'webhooks.rotateSecret': () => client.webhooks.rotateSecret('ID'),
  'webhooks.test': () => client.webhooks.test('ID'),
  'webhooks.deliveries': () => client.webhooks.deliveries('ID').then(undefined, () => undefined),
  'webhooks.delivery': () => client.webhooks.delivery('ID', 'ID'),
  'webhooks.replay': () => client.webhooks.replay('ID', 'ID'),
};

/** The route of a request: fixed path segments take precedence over parameters, and HEAD is documented as GET. */
function routeOf(sent: string, path: string): string {
  const method = sent === 'HEAD' ? 'GET' : sent;
  const found = routes
    .filter((route) => route.startsWith(`${method} `))
    .filter((route) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`));
  return found.find((route) => !route.includes('{')) ?? found[0] ?? `unknown: ${method} ${path}`;
}

it('reaches every route of openapi.json and no other', async () => {
  for (const call of Object.values(calls)) await call();
  const reached = new Set(requests.map(({ method, url }) => routeOf(method, url.pathname)));
  expect([...reached].sort()).toEqual([...routes].sort());
});

it('sends only query parameters that the routes declare', async () => {
  const known = (path: string) => {
    const route = document.paths[path]?.['get'] as
      | { parameters?: { in: string; name: string }[] }
      | undefined;
    const parameters = route?.parameters ?? [];
    return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  };
  const sent = async (call: () => unknown) => {
    const before = requests.length;
    await call();
    return [...(requests[before]?.url.searchParams.keys() ?? [])];
  };
  const list = {
    page: 2,
    page_size: 5,
    status: ['done' as const],
    include: ['file' as const],
    created_after: '2026-01-01T00:00:00Z',
    created_before: '2026-01-01T00:00:00Z',
    name: 'report',
  };
  const quiet = () => undefined;
  expect((await sent(() => client.jobs.list(list).then(quiet, quiet))).sort()).toEqual(known('/jobs').sort());
  expect(await sent(() => client.usage.retrieve({ from: '2026-11-01', to: '2026-11-02' }))).toEqual(
    known('/usage'),
  );
});
