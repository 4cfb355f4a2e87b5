/** The fetcher of source URLs on real sockets: redirects, timeouts, cut and compressed bodies, and blocked addresses. */
import { buffer } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FetcherSettings, fileFetcher } from '../../src/outgoing/file-fetcher.ts';
import { networkList } from '../../src/protocol/public-address.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Every address of 127.0.0.0/8 is this machine; one of them is allowed, the others are blocked. */
const openHost = '127.0.0.9';
const closedHost = '127.0.0.1';
const content = Buffer.from('%PDF-1.7 and the rest');

let open: Receiver;
let closed: Receiver;
let names: NameServer;

beforeAll(async () => {
  open = await startReceiver(openHost);
  closed = await startReceiver(closedHost);
  names = await startNameServer();
});
beforeEach(() => {
  open.answer = (_request, response) => response.writeHead(200).end(content);
  names.answer = () => [];
});

const never = new AbortController().signal;

function fetchFile(url: string, settings: Partial<FetcherSettings> = {}, signal = never) {
  const fetcher = fileFetcher({
    policy: { allowHttp: true, allowedNetworks: networkList([openHost]) },
    timeoutMs: 2_000,
    dnsServers: [names.address],
    ...settings,
  });
  return fetcher.fetch(url, signal);
}

const read = async (url: string, settings: Partial<FetcherSettings> = {}) =>
  buffer((await fetchFile(url, settings)).body);

/** Expects a refusal with this sentence, and that no request reaches the blocked receiver. */
async function expectRefused(url: string, sentence: RegExp, settings: Partial<FetcherSettings> = {}) {
  const before = closed.received.length;
  await expect(read(url, settings)).rejects.toMatchObject({
    code: 'source_url_failed',
    detail: expect.stringMatching(sentence),
  });
  expect(closed.received.slice(before)).toEqual([]);
}

const redirects = (status: number, location: string) => {
  open.answer = ({ path }, response) => {
    if (path === '/there.pdf') response.writeHead(200).end(content);
    else response.writeHead(status, { location }).end('moved');
  };
};

describe('a file', () => {
  it('is fetched as it is, with the name in its path, and without anything of the caller', async () => {
    const { fileName, body } = await fetchFile(`${open.url}/in/J%C3%A4nner%202026.pdf?token=a`);
    expect(fileName).toBe('Jänner 2026.pdf');
    expect(await buffer(body)).toEqual(content);
    const sent = open.received.at(-1);
    expect(sent).toMatchObject({ method: 'GET', path: '/in/J%C3%A4nner%202026.pdf?token=a', body: '' });
    expect(Object.keys(sent?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it.each([301, 302, 303, 307, 308])('is fetched after a redirect by %i', async (status) => {
    redirects(status, '/there.pdf');
    expect(await read(`${open.url}/here`)).toEqual(content);
  });

  it.each([204, 206, 304, 400, 403, 404, 500])('is refused when the server answers %i', async (status) => {
    open.answer = (_request, response) => response.writeHead(status).end();
    await expectRefused(open.url, new RegExp(`answered ${status}\\.`));
  });

  it('is refused when it is compressed, or redirected more than three times', async () => {
    open.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(content);
    await expectRefused(open.url, /not a plain file/);
    redirects(302, '/again');
    await expectRefused(open.url, /more than three times/);
  });

  it('is refused when the connection ends before the file', async () => {
    open.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write(content);
      setTimeout(() => response.destroy(), 50);
    };
    await expectRefused(open.url, /closed before the end/);
  });

  it('is refused when it does not arrive in time, however it trickles', async () => {
    open.answer = () => {};
    await expectRefused(open.url, /in time/, { timeoutMs: 300 });
    open.answer = (_request, response) => {
      response.writeHead(200);
      const writing = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(writing));
    };
    await expectRefused(open.url, /in time/, { timeoutMs: 300 });
    names.answer = () => null;
    await expectRefused('http://silent.test/', /in time/, { timeoutMs: 300 });
  });

  it('is no longer fetched when its reader stops', async () => {
    const closing = new Promise<void>((resolve) => {
      open.answer = (_request, response) => {
        response.writeHead(200);
        const writing = setInterval(() => response.write('x'.repeat(100_000)), 1);
        response.once('close', () => {
          clearInterval(writing);
          resolve();
        });
      };
    });
    const { body } = await fetchFile(open.url, { timeoutMs: 20_000 });
    for await (const block of body) if (block.length > 0) break;
    await closing;
  });
});

describe('an address that is not public', () => {
  it.each([
    ['itself', () => `http://${closedHost}:${closed.port}/`],
    ['in decimal notation', () => `http://2130706433:${closed.port}/`],
    ['in hexadecimal notation', () => `http://0x7f000001:${closed.port}/`],
    ['short', () => `http://127.1:${closed.port}/`],
    ['in IPv6', () => `http://[::1]:${closed.port}/`],
    ['as IPv4 in IPv6', () => `http://[::ffff:127.0.0.1]:${closed.port}/`],
    ['as a name of this machine', () => `http://localhost:${closed.port}/`],
    ['as a name below it', () => `http://a.localhost:${closed.port}/`],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['behind a name', () => `http://inside.test:${closed.port}/`],
  ])('%s is refused, also after a redirect', async (_, url) => {
    names.answer = () => [closedHost];
    await expectRefused(url(), /not public/);
    redirects(302, url());
    await expectRefused(open.url, /not public/);
  });

  it('is refused when it is one of several', async () => {
    names.answer = () => ['8.8.8.8', closedHost];
    await expectRefused(`http://mixed.test:${closed.port}/`, /not public/);
  });

  it('is not reached by a name that changes after the check', async () => {
    names.answer = (_name, times) => (times === 1 ? [openHost] : [closedHost]);
    expect(await read(`http://rebind-${Date.now()}.test:${open.port}/`)).toEqual(content);
  });
});

describe('a URL', () => {
  const tlsOnly = { policy: { allowHttp: false, allowedNetworks: networkList([openHost]) } };

  it('without TLS is refused', async () => {
    await expectRefused(open.url, /https:\/\//, tlsOnly);
  });

  it('whose server does not speak TLS is refused', async () => {
    await expectRefused(`https://${openHost}:${open.port}/`, /TLS/, tlsOnly);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.9/a', 'http://a:b@127.0.0.9/', 'http://', ''])(
    'such as %j is not followed',
    async (location) => {
      redirects(302, location);
      await expectRefused(open.url, /redirects to a URL that is not valid|more than three/);
    },
  );
});
