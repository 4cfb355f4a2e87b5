/** Serves a page that holds the packed SDK and the scenarios; what is not the page is passed on to the service. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const importMap = { imports: { '@octavo/sdk': '/page/node_modules/@octavo/sdk/dist/index.mjs' } };
const html = `<!doctype html><meta charset="utf-8"><title>octavo</title>
<script type="importmap">${JSON.stringify(importMap)}</script>`;
const mediaTypes: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
};

export type PageServer = { readonly origin: string; close(): Promise<void> };

async function serve(directory: string, path: string, response: ServerResponse): Promise<void> {
  if (path === '') {
    response.setHeader('content-type', 'text/html').end(html);
    return;
  }
  const file = join(directory, normalize(`/${path}`));
  response.setHeader('content-type', mediaTypes[extname(file)] ?? 'application/octet-stream');
  response.end(await readFile(file));
}

/** As a dashboard on the same origin would reach the service. */
function passOn(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const url = new URL(incoming.url ?? '/', target);
  const outgoing = httpRequest(url, { method: incoming.method, headers: incoming.headers, agent: false });
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

export async function openPageServer(directory: string, target: string): Promise<PageServer> {
  const server = createServer((incoming, response) => {
    const page = /^\/page\/(.*)$/.exec(incoming.url ?? '');
    if (!page) return passOn(target, incoming, response);
    serve(directory, page[1] ?? '', response).catch(() => response.writeHead(404).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
