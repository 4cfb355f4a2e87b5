/** The scenario `outputs` can fail: it detects that a browser runs, loads or displays a result served with wrong headers. */
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, openBrowser, type TestBrowser } from '../outputs/browser.ts';
import { type CanaryServer, openCanaryServer } from '../outputs/canary-server.ts';
import { payloadsFor } from '../outputs/payloads.ts';
import { outputViolations, type Route } from '../outputs/violations.ts';

const type = 'text/html; charset=utf-8';
const asServed: OutgoingHttpHeaders = {
  'content-type': type,
  'content-disposition': `attachment; filename="a.html"; filename*=UTF-8''a.html`,
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
};
const { 'content-disposition': _, ...withoutDisposition } = asServed;

let browser: TestBrowser;
let canary: CanaryServer;
let server: Server;
beforeAll(async () => {
  browser = await openBrowser();
  canary = await openCanaryServer();
});
afterAll(async () => {
  await browser.close();
  await canary.close();
});
afterEach(() => void server.close());

async function kinds(body: string, headers: OutgoingHttpHeaders, route: Route = 'api'): Promise<string[]> {
  server = createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/result`;
  const visit = await browser.open({ url, clicks: true });
  return [
    ...new Set(outputViolations({ what: 'planted', route, type, visit }).map(({ kind }) => kind)),
  ].toSorted();
}

const page = (name: string) => {
  const payload = payloadsFor('page', canary.url).find((one) => one.name === `page.${name}`);
  return `<!DOCTYPE html><html><head><title>x</title></head><body>${payload?.text}</body></html>`;
};

describe('a result', () => {
  it('served with our headers is saved, runs nothing and requests nothing', async () => {
    expect(await kinds(page('script'), asServed)).toEqual([]);
    expect(await kinds(page('remote-image'), asServed)).toEqual([]);
  });

  it('displayed without a CSP is detected to run its script', async () => {
    expect(await kinds(page('script'), { 'content-type': type })).toEqual([
      'header',
      'not a file',
      'request',
      'script',
    ]);
  });

  it.each(['image-error', 'svg-load', 'details-toggle', 'input-focus', 'style-animation', 'iframe-srcdoc'])(
    'with %s is detected to run it',
    async (name) => {
      expect(await kinds(page(name), { 'content-type': type }, 'bare')).toContain('script');
    },
  );

  it.each([
    'remote-image',
    'css-import',
    'css-link',
    'iframe',
    'refresh',
    'object',
    'remote-media',
    'svg-use',
  ])('with %s is detected to request another URL', async (name) => {
    expect(await kinds(page(name), { 'content-type': type }, 'bare')).toContain('request');
  });

  it('with a javascript: link is detected to run it on click', async () => {
    const link = `<html><body><a href="javascript:console.log('octavo-ran link')">x</a></body></html>`;
    expect(await kinds(link, { 'content-type': type }, 'bare')).toEqual(['script']);
    expect(await kinds(link, withoutDisposition, 'shown')).toEqual([]);
  });

  it('displayed anyway runs nothing under the CSP sandbox', async () => {
    for (const name of ['script', 'image-error', 'svg-load', 'iframe-srcdoc']) {
      expect(await kinds(page(name), withoutDisposition, 'shown')).not.toContain('script');
    }
  });

  it('with a missing header or an unsafe file name is reported', async () => {
    const { 'x-content-type-options': _sniff, ...sniffed } = asServed;
    const { 'content-security-policy': _policy, ...free } = asServed;
    expect(await kinds('x', sniffed)).toEqual(['header']);
    expect(await kinds('x', free)).toEqual(['header']);
    const named = { ...asServed, 'content-disposition': `attachment; filename*=UTF-8''a%E2%80%AEfdp.exe` };
    expect(await kinds('x', named)).toEqual(['not a file']);
  });
});

describe('a browser', () => {
  const url = 'data:text/plain,x';

  it('that crashes is started again', async () => {
    const started: Browser[] = [];
    const restarting = await openBrowser(async () => {
      const one = await launch();
      started.push(one);
      return one;
    });
    const session = await started[0]?.newBrowserCDPSession();
    await session?.send('Browser.crash').catch(() => {});
    expect((await restarting.open({ url })).savedAs).toBeNull();
    expect(restarting.crashes()).toBe(1);
    await restarting.close();
  });

  it('that crashes again on the same page is an error', async () => {
    const closed = await launch();
    await closed.close();
    const broken = await openBrowser(async () => closed);
    await expect(broken.open({ url })).rejects.toThrow();
  });
});
