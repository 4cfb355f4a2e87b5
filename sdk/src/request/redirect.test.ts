/** Credentials are never sent to another origin, tested against real servers that redirect. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { RedirectError } from '../errors/octavo-error.ts';

const file = new TextEncoder().encode('%PDF-1.7 test');
const servers: Server[] = [];
const received: IncomingMessage[] = [];
let requestCount = 0;
let elsewhere = '';
let status = 307;

async function listen(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let baseUrl = '';
beforeAll(async () => {
  elsewhere = await listen((request, response) => {
    received.push(request);
    response.setHeader('content-type', 'application/json').end('{"id":"from elsewhere"}');
  });
  baseUrl = await listen((request, response) => {
    requestCount += 1;
    request.resume();
    request.on('end', () => response.writeHead(status, { location: `${elsewhere}${request.url}` }).end());
  });
});
beforeEach(() => {
  received.length = 0;
  requestCount = 0;
  status = 307;
});
afterAll(() => {
  for (const server of servers) server.close();
});

const client = () => new Octavo({ apiKey: 'oct_secret', baseUrl });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a redirect to another origin', () => {
  const requests: Readonly<Record<string, (octavo: Octavo) => Promise<unknown>>> = {
    'a read': (octavo) => octavo.account.me(),
    'a create': (octavo) => octavo.apiKeys.create({ name: 'a' }),
    'a delete': (octavo) => octavo.jobs.delete('a'),
    'a download': (octavo) => octavo.jobs.download('a', 'markdown'),
    'a stream': (octavo) => octavo.events.stream().next(),
    'an upload': (octavo) => octavo.jobs.create({ file }),
  };

  it.each(Object.keys(requests))('is not followed by %s', async (name) => {
    expect(await errorOf(requests[name]?.(client()) ?? Promise.resolve())).toBeInstanceOf(RedirectError);
    expect(received).toHaveLength(0);
    expect(requestCount, 'it is not repeated: it would be redirected again').toBe(1);
  });

  it.each([301, 302, 303, 307, 308])('throws for %i, naming the target and what to change', async (code) => {
    status = code;
    const error = await errorOf(client().account.me());
    expect((error as Error).message).toContain(`redirect to ${elsewhere}`);
    expect((error as RedirectError).nextStep).toContain('baseUrl');
    expect(received).toHaveLength(0);
  });
});

it('in a browser, an upload with an API key does not go through XMLHttpRequest, which follows redirects', async () => {
  vi.stubGlobal('window', { document: {} });
  vi.stubGlobal('XMLHttpRequest', class {});
  try {
    const octavo = new Octavo({ apiKey: 'oct_secret', baseUrl, dangerouslyAllowBrowser: true });
    const work = octavo.jobs.create({ file: new File([file], 'a.pdf') }, { onUploadProgress: () => {} });
    expect(await errorOf(work)).toBeInstanceOf(RedirectError);
    expect(received).toHaveLength(0);
  } finally {
    vi.unstubAllGlobals();
  }
});
