/** The dashboard is served with cache headers and a strict content security policy. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './test-app.ts';

const html = '<!doctype html><title>Octavo</title>';
const sharedHtml = '<!doctype html><title>Shared</title>';
const script = 'console.log(1);'.repeat(100);

describe('a served dashboard', () => {
  let directory: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'octavo-dashboard-'));
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'index.html'), html);
    writeFileSync(join(directory, 'shared.html'), sharedHtml);
    writeFileSync(join(directory, 'theme.js'), '');
    writeFileSync(join(directory, 'sample.pdf'), '%PDF-1.7');
    writeFileSync(join(directory, 'assets/index-abc.js'), script);
    writeFileSync(join(directory, 'assets/index-abc.js.br'), brotliCompressSync(script));
    writeFileSync(join(directory, 'assets/index-abc.js.gz'), gzipSync(script));
    app = await testApp({
      browser: {
        publicUrl: 'https://api.example.test',
        corsOrigins: [],
        contentOrigin: 'https://files.example.test',
      },
      dashboard: {
        directory,
        issuer: 'https://id.example.test/realm',
        clientId: 'web',
        scope: 'openid',
        signInParameters: { audience: 'https://api.example.test' },
        connectOrigins: ['https://token.example.test'],
        ocrLanguages: ['eng', 'deu'],
        upgradePath: { url: 'https://example.test/upgrade', text: null, contact: 'ops@example.test' },
        planPrices: { pro: '20 € a month' },
        links: { docs: 'https://docs.example.test/', status: null, support: 'mailto:help@example.test' },
      },
    });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(['/app/', '/app/jobs', '/app/jobs/019a?page=3', '/app/nothing/here'])(
    'serves the page at %s with revalidation on every request',
    async (url) => {
      const { statusCode, headers, body } = await app.inject(url);
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: html });
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toContain('text/html');
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      expect(again.statusCode).toBe(304);
    },
  );

  it('serves hashed files as immutable, in the encoding the browser accepts', async () => {
    const url = '/app/assets/index-abc.js';
    const plain = await app.inject(url);
    expect(plain.body).toBe(script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(packed.headers['content-type']).toContain('javascript');
    expect(String(packed.headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script);
  });

  it.each(['/app/assets/index-old.js', '/app/assets/gone', '/app/robots.txt', '/app/assets/index-abc.js.br'])(
    '404 for %s: a missing file does not return the page',
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'route_not_found' });
    },
  );

  it.each(['/app/../package.json', '/app/%2e%2e/%2e%2e/etc/passwd', '/app/assets/..%2f..%2fetc%2fpasswd'])(
    'serves nothing outside its folder: %s',
    async (url) => {
      const { statusCode, body } = await app.inject(url);
      expect([404, 200]).toContain(statusCode);
      if (statusCode === 200) expect(body).toBe(html);
    },
  );

  it('exposes only the settings the page needs for sign-in', async () => {
    const { headers, body } = await app.inject('/app/config.json');
    expect(JSON.parse(body)).toEqual({
      issuer: 'https://id.example.test/realm',
      client_id: 'web',
      scope: 'openid',
      sign_in_parameters: { audience: 'https://api.example.test' },
      sample: 'sample.pdf',
      ocr_languages: ['eng', 'deu'],
      upgrade_url: 'https://example.test/upgrade',
      upgrade_text: null,
      operator_contact: 'ops@example.test',
      plan_prices: { pro: '20 € a month' },
      docs_url: 'https://docs.example.test/',
      status_url: null,
      support_url: 'mailto:help@example.test',
    });
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('allows no inline script or style, and no host except its own and the identity provider', async () => {
    const { headers } = await app.inject('/app/');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' https://id.example.test https://token.example.test;");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('serves the page of share links with a policy that names no other host, and out of search engines', async () => {
    const { body, headers } = await app.inject('/app/shared');
    expect(body).toBe(sharedHtml);
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  });

  it('has the page of share links and its files on the content origin, and nothing else', async () => {
    const statusOf = async (url: string) =>
      (await app.inject({ url, headers: { host: 'files.example.test' } })).statusCode;
    for (const url of ['/app/shared', '/app/theme.js', '/app/assets/index-abc.js']) {
      expect(await statusOf(url), url).toBe(200);
    }
    for (const url of [
      '/',
      '/app',
      '/app/',
      '/app/jobs',
      '/app/config.json',
      '/app/sample.pdf',
      '/app/shared.html',
    ]) {
      expect(await statusOf(url), url).toBe(404);
    }
  });

  it('is the redirect target of /, and does not affect API paths', async () => {
    expect((await app.inject('/')).headers.location).toBe('/app/');
    expect((await app.inject('/app')).headers.location).toBe('/app/');
    expect((await app.inject('/jobs')).statusCode).toBe(401);
    expect((await app.inject('/jobs')).headers['content-security-policy']).not.toContain('wasm');
    expect(Object.keys((await app.inject('/openapi.json')).json().paths)).not.toContain('/app/{*}');
  });
});

describe('without a dashboard', () => {
  it('its paths return 404', async () => {
    const app = await testApp();
    for (const url of ['/', '/app', '/app/', '/app/config.json']) {
      expect((await app.inject(url)).statusCode).toBe(404);
    }
  });
});
