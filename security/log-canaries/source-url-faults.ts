/** Every way to fetch a file from a URL can fail, with a token in the URL. */
import type { ServerResponse } from 'node:http';
import { openReceiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeSecret, postJson, type Setup, title } from './setup.ts';

export const sourceUrlSettings = {
  OCTAVO_SOURCE_URLS: 'true',
  OCTAVO_SOURCE_URL_ALLOW_HTTP: 'true',
  OCTAVO_SOURCE_URL_ALLOWED_NETWORKS: '127.0.0.0/8',
  OCTAVO_SOURCE_URL_TIMEOUT_MS: '1500',
};

type Fault = (response: ServerResponse, path: string) => void;

const redirects = (to: (path: string) => string): Fault => {
  return (response, path) => response.writeHead(302, { location: to(path) }).end();
};

/** By path. Each repeats the token, which is in the query, wherever it can. */
const faults: Readonly<Record<string, Fault>> = {
  '/status': (response, path) => response.writeHead(403, { 'x-echo': path }).end(path),
  '/redirect': redirects((path) => `http://10.0.0.1${path}`),
  '/invalid': redirects((path) => `http://[${path}`),
  '/loop': redirects((path) => path),
  '/cut': (response, path) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write(`%PDF-1.7 ${path}`, () => response.destroy());
  },
  '/garbage': (response, path) => response.socket?.end(`this is not HTTP ${path}\r\n\r\n`),
  '/page': (response, path) => response.writeHead(200).end(`<html>${title} ${path}`),
  '/broken': (response, path) => response.writeHead(200).end(`%PDF-1.7 ${title} ${path}`),
  '/slow': () => {},
};

export async function driveSourceUrls(setup: Setup): Promise<void> {
  const server = await openReceiver('127.0.0.1');
  server.answer = (response, { path }) => faults[path.split('?')[0] ?? '']?.(response, path);
  const token = makeSecret(setup, 'a token in a source URL', 'file-');
  const { host, port } = new URL(server.url);
  const urls = {
    ...Object.fromEntries(Object.keys(faults).map((how) => [how, `${server.url}${how}?token=${token}`])),
    tls: `https://127.0.0.1:${port}/?token=${token}`,
    dns: `https://nowhere.octavo.test/?token=${token}`,
    'an inner address': `https://10.0.0.1/${token}?token=${token}`,
    'a user name': `http://${token}:${token}@${host}/`,
    'no URL': `ftp://${token}`,
  };
  try {
    for (const [name, url] of Object.entries(urls)) {
      await postJson(setup, `a source URL: ${name}`, 400, '/jobs', JSON.stringify({ source_url: url }));
    }
  } finally {
    await server.close();
  }
}
