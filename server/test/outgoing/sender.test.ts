/** The webhook sender on real sockets: requests, redirects, timeouts and blocked addresses. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SenderSettings, webhookSender } from '../../src/outgoing/sender.ts';
import { networkList } from '../../src/protocol/public-address.ts';
import { atEnd } from '../at-end.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Every address of 127.0.0.0/8 is this machine; one of them is allowed, the others are blocked. */
const openHost = '127.0.0.9';
const closedHost = '127.0.0.1';

let open: Receiver;
let closed: Receiver;
let names: NameServer;

beforeAll(async () => {
  open = await startReceiver(openHost);
  closed = await startReceiver(closedHost);
  names = await startNameServer();
});
beforeEach(() => {
  open.answer = (_request, response) => response.writeHead(204).end();
  names.answer = () => [];
});

function send(url: string, settings: Partial<SenderSettings> = {}, signal = new AbortController().signal) {
  const sender = webhookSender({
    policy: { allowHttp: true, allowedNetworks: networkList([openHost]) },
    timeoutMs: 2_000,
    dnsServers: [names.address],
    ...settings,
  });
  return sender.send({ url, headers: { 'webhook-id': 'one' }, body: '{"a":"ü"}', signal });
}

/** Expects that no request reaches the blocked receiver. */
async function expectUntouched(act: () => Promise<unknown>): Promise<void> {
  const before = closed.received.length;
  await act();
  expect(closed.received.slice(before)).toEqual([]);
}

const redirects = (status: number, location: string) => {
  open.answer = ({ path }, response) => {
    if (path === '/there') response.writeHead(204).end();
    else response.writeHead(status, { location }).end();
  };
};

describe('a reachable receiver', () => {
  it('gets a POST with the headers and exactly the body', async () => {
    const { result } = await send(`${open.url}/hook?x=1`);
    expect(result).toMatchObject({ statusCode: 204, fault: null, redirects: 0 });
    const got = open.received.at(-1);
    expect(got).toMatchObject({ method: 'POST', path: '/hook?x=1', body: '{"a":"ü"}' });
    expect(got?.headers).toMatchObject({
      'webhook-id': 'one',
      'content-type': 'application/json',
      'content-length': '10',
      host: `${openHost}:${open.port}`,
    });
  });

  it('is resolved by name with one lookup', async () => {
    names.answer = () => [openHost];
    const before = names.queries.length;
    const { result } = await send(`http://hook.test:${open.port}/named`);
    expect(result).toMatchObject({ statusCode: 204, fault: null });
    expect(open.received.at(-1)?.headers.host).toBe(`hook.test:${open.port}`);
    expect(names.queries.slice(before)).toEqual(['hook.test']);
  });

  it.each([400, 404, 410, 429, 500, 503])('that responds with %i is a failure', async (status) => {
    open.answer = (_request, response) => response.writeHead(status, { 'retry-after': '7' }).end('no');
    const { result, retryAfterMs } = await send(open.url);
    expect(result).toMatchObject({ statusCode: status, fault: 'status' });
    expect(retryAfterMs).toBe(7_000);
  });

  it('can send Retry-After as a date', async () => {
    const at = new Date(Date.now() + 60_000);
    open.answer = (_request, response) => response.writeHead(503, { 'retry-after': at.toUTCString() }).end();
    expect((await send(open.url)).retryAfterMs).toBeGreaterThan(50_000);
  });

  it('succeeds by its status, whatever the size and speed of the body', async () => {
    open.answer = (_request, response) => {
      response.writeHead(200);
      const writing = setInterval(() => response.write('x'.repeat(100_000)), 1);
      response.once('close', () => clearInterval(writing));
    };
    expect((await send(open.url)).result).toMatchObject({ statusCode: 200, fault: null });
    open.answer = (_request, response) => void response.writeHead(200).write('…');
    const { result } = await send(open.url);
    expect(result).toMatchObject({ statusCode: 200, fault: null });
    expect(result.durationMs).toBeLessThan(1_900);
  });
});

describe('a failing receiver', () => {
  it('times out when it does not respond', async () => {
    open.answer = () => {};
    const { result } = await send(open.url, { timeoutMs: 300 });
    expect(result).toMatchObject({ statusCode: null, fault: 'timeout' });
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it('times out across redirects', async () => {
    open.answer = ({ path }, response) => {
      if (path === '/') setTimeout(() => response.writeHead(307, { location: '/slow' }).end(), 200);
    };
    const { result } = await send(open.url, { timeoutMs: 400 });
    expect(result).toMatchObject({ statusCode: 307, fault: 'timeout', redirects: 1 });
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it('fails as connection when nothing listens', async () => {
    const { result } = await send(`http://${openHost}:1/`);
    expect(result).toMatchObject({ statusCode: null, fault: 'connection' });
  });

  it('fails as invalid_response when it does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-nothing\r\n')).listen(0, openHost);
    await once(server, 'listening');
    atEnd(() => server.close());
    const { port } = server.address() as { port: number };
    expect((await send(`http://${openHost}:${port}/`)).result.fault).toBe('invalid_response');
  });

  it('fails as tls when it does not speak TLS', async () => {
    const { result } = await send(`https://${openHost}:${open.port}/`);
    expect(result).toMatchObject({ statusCode: null, fault: 'tls' });
  });

  it('fails as dns when its name is unknown', async () => {
    expect((await send('http://nowhere.test/')).result.fault).toBe('dns');
  });

  it('times out when the DNS server does not respond', async () => {
    names.answer = () => null;
    const { result } = await send('http://silent.test/', { timeoutMs: 300 });
    expect(result.fault).toBe('timeout');
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it('is interrupted when the worker stops', async () => {
    open.answer = () => {};
    const abort = new AbortController();
    const sending = send(open.url, {}, abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect((await sending).result.fault).toBe('interrupted');
  });
});

describe('a redirect', () => {
  it.each([307, 308])('by %i is followed with the same request', async (status) => {
    redirects(status, '/there');
    const { result } = await send(`${open.url}/here`);
    expect(result).toMatchObject({ statusCode: 204, fault: null, redirects: 1 });
    expect(open.received.at(-1)).toMatchObject({ method: 'POST', path: '/there', body: '{"a":"ü"}' });
  });

  it.each([301, 302, 303, 300])(
    'by %i is a failure, because the method would change from POST',
    async (status) => {
      redirects(status, '/there');
      const before = open.received.length;
      const { result } = await send(`${open.url}/here`);
      expect(result).toMatchObject({ statusCode: status, fault: 'redirect' });
      expect(open.received.slice(before).map(({ path }) => path)).toEqual(['/here']);
    },
  );

  it('is followed at most three times', async () => {
    redirects(307, '/again');
    const before = open.received.length;
    const { result } = await send(open.url);
    expect(result).toMatchObject({ statusCode: 307, fault: 'too_many_redirects', redirects: 3 });
    expect(open.received.slice(before)).toHaveLength(4);
  });

  it.each([
    ['a private address', () => `http://${closedHost}:${closed.port}/`, 'private_address'],
    ['a private address in decimal notation', () => `http://2130706433:${closed.port}/`, 'private_address'],
    ['a name of this machine', () => `http://localhost:${closed.port}/`, 'private_address'],
    ['a name with a private address', () => `http://inside.test:${closed.port}/`, 'private_address'],
    ['another scheme', () => 'file:///etc/passwd', 'redirect'],
    ['a URL with credentials', () => `http://a:b@${openHost}:${open.port}/`, 'redirect'],
    ['an invalid URL', () => 'http://', 'redirect'],
  ])('to %s is refused', async (_, location, fault) => {
    names.answer = () => [closedHost];
    redirects(307, location());
    await expectUntouched(async () => {
      const { result } = await send(open.url);
      expect(result).toMatchObject({ statusCode: 307, fault, redirects: 1 });
    });
  });

  it('to http is refused when https is required', async () => {
    const policy = { allowHttp: false, allowedNetworks: networkList([openHost]) };
    expect((await send(open.url, { policy })).result.fault).toBe('insecure_url');
  });
});

describe('a host name', () => {
  it.each([
    ['a private address', () => [closedHost]],
    ['a public and a private address', () => ['8.8.8.8', closedHost]],
    ['the metadata service of a cloud', () => ['169.254.169.254']],
  ])('that resolves to %s is refused', async (_, addresses) => {
    names.answer = addresses;
    await expectUntouched(async () => {
      const { result } = await send(`http://inside.test:${closed.port}/`);
      expect(result).toMatchObject({ statusCode: null, fault: 'private_address' });
    });
  });

  it('that resolves differently after the check is not resolved again', async () => {
    names.answer = (_name, times) => (times === 1 ? [openHost] : [closedHost]);
    // A second lookup would return the blocked address, where nothing listens on this port.
    const { result } = await send(`http://rebind-${Date.now()}.test:${open.port}/`);
    expect(result).toMatchObject({ statusCode: 204, fault: null });
  });

  it('localhost is blocked without a DNS lookup', async () => {
    names.answer = () => [openHost];
    await expectUntouched(async () => {
      const { result } = await send(`http://localhost:${closed.port}/`);
      expect(result.fault).toBe('private_address');
    });
  });
});
