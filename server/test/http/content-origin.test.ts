/** The content origin serves only files and share links, with headers that keep browsers from running them. */
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import { outputKey } from '../../src/domain/job.ts';
import { withDefaults } from '../../src/domain/options.ts';
import { claimed, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

const browser = {
  publicUrl: 'https://api.example.test',
  corsOrigins: ['https://app.example.test'],
  contentOrigin: 'https://files.example.test',
};
const content = 'files.example.test';
const html = '<script>alert(1)</script></html>';
const credentials = { authorization: 'Bearer alice' };

async function doneJob(store: MemoryStore, blobs: MemoryBlobs, app: FastifyInstance): Promise<string> {
  const me = (await app.inject({ url: '/auth/me', headers: credentials })).json();
  const id = newId(Date.now());
  const job = { id, accountId: me.id };
  const asked = sampleJob(me.id, { id, options: withDefaults({ format: ['html'] }), createdAt: new Date() });
  const claim = await claimed(store, asked);
  const objectKey = outputKey(job, claim, 'html');
  await blobs.put(objectKey, Buffer.from(html), { contentType: 'text/html' });
  const outputs = [{ format: 'html' as const, objectKey, bytes: html.length, sha256: 'ab'.repeat(32) }];
  await store.jobs.complete(claim, { pageCount: 1, outputs, warnings: [] }, new Date());
  return id;
}

describe('on the content host', () => {
  let app: FastifyInstance;
  let id: string;
  beforeAll(async () => {
    const store = memoryStore();
    const blobs = await memoryBlobs();
    app = await testApp({ store, blobs, browser });
    id = await doneJob(store, blobs, app);
  });
  const sendRequest = (url: string, host: string, method: 'GET' | 'HEAD' | 'POST' | 'DELETE' = 'GET') =>
    app.inject({ method, url, headers: { ...credentials, host } });

  it.each([content, `${content}:443`, content.toUpperCase()])(
    'downloads work with the Host header %s',
    async (host) => {
      const answer = await sendRequest(`/jobs/${id}/download/html`, host);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(html);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="report\.html"/);
    },
  );

  it('downloads require the credentials of the owner', async () => {
    const url = `/jobs/${id}/download/html`;
    expect((await app.inject({ url, headers: { host: content } })).statusCode).toBe(401);
    const otherUser = { host: content, authorization: 'Bearer mallory' };
    expect((await app.inject({ url, headers: otherUser })).statusCode).toBe(404);
  });

  it('share links can be read, but not made or listed', async () => {
    const url = `/jobs/${id}/shares`;
    const made = await app.inject({ method: 'POST', url, headers: credentials, payload: {} });
    const { token } = made.json() as { token: string };
    const withLink = { host: content, authorization: `Bearer ${token}` };
    expect((await app.inject({ url: '/shared', headers: withLink })).json()).toMatchObject({
      formats: ['html'],
    });
    const file = await app.inject({ url: '/shared/download/html', headers: withLink });
    expect([file.body, file.headers['content-security-policy']]).toEqual([html, 'sandbox']);
    for (const method of ['GET', 'POST'] as const) {
      expect((await sendRequest(url, content, method)).statusCode).toBe(404);
    }
    expect((await app.inject({ url: `/jobs/${id}/download/html`, headers: withLink })).statusCode).not.toBe(
      200,
    );
  });

  it('404: everything except files, with or without credentials', async () => {
    const paths = ['/', '/jobs', `/jobs/${id}`, '/auth/me', '/api-keys', '/usage', '/webhooks', '/events'];
    for (const path of [...paths, '/docs/', '/openapi.json', '/health', '/metrics', '/nowhere']) {
      const answer = await sendRequest(path, content);
      expect(answer.statusCode, path).toBe(404);
      expect(answer.json(), path).toMatchObject({ code: 'route_not_found', detail: expect.any(String) });
    }
    expect((await sendRequest('/jobs', content, 'POST')).statusCode).toBe(404);
    expect((await sendRequest(`/jobs/${id}`, content, 'DELETE')).statusCode).toBe(404);
    expect((await sendRequest(`/jobs/${id}`, 'api.example.test')).statusCode).toBe(200);
  });

  it('pages of listed origins can fetch files, others cannot', async () => {
    const preflight = async (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: `/jobs/${id}/download/html`,
        headers: { host: content, origin, 'access-control-request-method': 'GET' },
      });
    const allowed = (await preflight('https://app.example.test')).headers['access-control-allow-origin'];
    expect(allowed).toBe('https://app.example.test');
    const refused = (await preflight('https://evil.example')).headers['access-control-allow-origin'];
    expect(refused).not.toBe('https://evil.example');
  });

  it('the API host is not affected', async () => {
    expect((await sendRequest(`/jobs/${id}/download/html`, 'api.example.test')).statusCode).toBe(200);
    expect((await sendRequest('/auth/me', 'api.example.test')).statusCode).toBe(200);
  });
});

it('without a content origin every host is the API host', async () => {
  const app = await testApp();
  const answer = await app.inject({ url: '/auth/me', headers: { ...credentials, host: content } });
  expect(answer.statusCode).toBe(200);
});
