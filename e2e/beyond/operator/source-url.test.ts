/** Files that the service fetches from a URL, and addresses that it must not reach. */
import { openReceiver, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { type Job, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { bodyOf, type Caller, request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const host = context.stack?.webhookHost ?? '';
/** On this machine too, and not open: whatever arrives here bypassed the address check. */
const closedHost = '127.0.0.1';
const file = makeDocument({ pages: 2 });

let owner: Caller;
let server: Receiver;
let closed: Receiver;

beforeAll(async () => {
  owner = await freshAccount('pro');
  server = await openReceiver(host);
  closed = await openReceiver(closedHost);
});
afterAll(async () => {
  expect(closed.received).toEqual([]);
  await server.close();
  await closed.close();
});

const submit = (source_url: string) =>
  sendJson(owner, '/jobs', { source_url, options: { format: ['text'] } });

describe('POST /jobs with source_url', () => {
  it('converts the file like one that was sent', async () => {
    server.answer = (response) => response.writeHead(200).end(file);
    const job = await bodyOf<Job>(201, submit(`${server.url}/a/report.pdf`));
    await pollUntil(owner, job.id, ({ status }) => status === 'done');
    const source = await request(`/jobs/${job.id}/source`, { caller: owner });
    expect(source.bytes.equals(file)).toBe(true);
    expect(source.headers.get('content-disposition')).toContain('report.pdf');
    const sent = Object.keys(server.received.at(-1)?.headers ?? {});
    expect(sent.toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it('keeps a token of the URL out of the job and its receipt', async () => {
    server.answer = (response) => response.writeHead(200).end(file);
    const token = 'token-c0ffee5ec4e7';
    const job = await bodyOf<Job>(201, submit(`${server.url}/d/${token}?signature=${token}`));
    await pollUntil(owner, job.id, ({ status }) => status === 'done');
    const shown = await request(`/jobs/${job.id}?include=file,timing,warnings`, { caller: owner });
    const receipt = await request(`/jobs/${job.id}/receipt`, { caller: owner });
    const { payload } = JSON.parse(receipt.text) as { payload: string };
    expect(shown.text).toContain('document.pdf');
    expect(shown.text + Buffer.from(payload, 'base64').toString()).not.toContain(token);
  });

  it('refuses what is not a PDF, and more than one file', async () => {
    server.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('<html>');
    expectError(await submit(server.url), 400, 'invalid_pdf');
    const both = { source_url: server.url, upload_id: crypto.randomUUID() };
    expectError(await sendJson(owner, '/jobs', both), 400, 'invalid_request');
  });

  it('does not wait for a server that sends nothing', async () => {
    server.answer = () => {};
    const began = performance.now();
    expectError(await submit(server.url), 400, 'source_url_failed');
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it.each([
    ['this machine', () => closed.url],
    ['this machine in another notation', () => closed.url.replace(closedHost, '2130706433')],
    ['this machine by its name', () => closed.url.replace(closedHost, 'localhost')],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', () => 'http://10.0.0.1/'],
    ['the service itself', () => context.baseUrl],
  ])('refuses %s, at once and after a redirect', async (_, url) => {
    expectError(await submit(url()), 400, 'source_url_failed');
    server.answer = (response) => response.writeHead(302, { location: url() }).end();
    expectError(await submit(server.url), 400, 'source_url_failed');
  });
});
