/** HTTPS with the shipped Caddyfile: forwarded headers, HSTS, streams and signed URLs behind the proxy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../testkit/processes/free-port.ts';
import { signIn } from '../../../testkit/services/sign-in.ts';
import { atEnd } from '../at-end.ts';
import { fixturePath } from '../fixtures/golden.ts';
import { startWholeService, type WholeService } from './whole-service.ts';

const caddyfile = fileURLToPath(new URL('../../../deploy/caddy/Caddyfile', import.meta.url));

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

let ports: { https: number; http: number; api: number };
let authority: string;
let service: WholeService;
let token: string;

/** Resolves host names of Caddy to loopback, and checks certificates against its own authority. */
function sendRequest(url: string, options: RequestOptions = {}, body?: Buffer): Promise<Reply> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const secure = protocol === 'https:';
  const requestOptions: RequestOptions = {
    host: '127.0.0.1',
    port,
    path: pathname + search,
    servername: hostname,
    ca: secure ? authority : undefined,
    ...options,
    headers: { host: port ? `${hostname}:${port}` : hostname, ...options.headers },
  };
  return new Promise((resolve, reject) => {
    const call = (secure ? httpsRequest : httpRequest)(requestOptions, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }),
    );
    call.on('error', reject).end(body);
  });
}

async function startCaddy(directory: string): Promise<void> {
  const child = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      ['OCTAVO_DOMAIN']: 'octavo.localhost',
      ['OCTAVO_FILES_DOMAIN']: 'localhost',
      ['OCTAVO_API']: `127.0.0.1:${ports.api}`,
      ['OCTAVO_S3']: new URL(process.env['OCTAVO_S3_ENDPOINT'] ?? '').host,
      ['OCTAVO_CADDY_TLS']: 'tls internal',
      ['OCTAVO_CADDY_GLOBAL']: `skip_install_trust\nhttp_port ${ports.http}\nhttps_port ${ports.https}`,
    },
  });
  atEnd(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(directory, { recursive: true, force: true });
  });
  const root = join(directory, 'caddy/pki/authorities/local/root.crt');
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      authority = readFileSync(root, 'utf8');
      await sendRequest(`https://octavo.localhost:${ports.https}/livez`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const publicOrigin = () => `https://octavo.localhost:${ports.https}`;
const contentOrigin = () => `https://content.localhost:${ports.https}`;

beforeAll(async () => {
  ports = { https: await freePort(), http: await freePort(), api: await freePort() };
  service = await startWholeService({
    OCTAVO_HTTP_PORT: String(ports.api),
    OCTAVO_PUBLIC_URL: publicOrigin(),
    OCTAVO_S3_PUBLIC_ENDPOINT: `https://localhost:${ports.https}`,
    // Caddy connects from this address; tests of an untrusted client use another loopback address.
    OCTAVO_TRUSTED_PROXIES: '127.0.0.1',
    OCTAVO_CONTENT_ORIGIN: contentOrigin(),
  });
  await startCaddy(mkdtempSync(join(tmpdir(), 'octavo-caddy-')));
  token = (await signIn(process.env['OCTAVO_OIDC_ISSUER'] ?? '', 'whole')).accessToken;
  await service.startWorker();
});

const bearer = () => ({ authorization: `Bearer ${token}` });

async function submitOutside(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([readFileSync(fixturePath('headings'))]), 'document.pdf');
  const encoded = new Response(form);
  const headers = { ...bearer(), 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  const answer = await sendRequest(`${publicOrigin()}/jobs`, { method: 'POST', headers }, body);
  expect(answer.status).toBe(201);
  return JSON.parse(answer.body).id;
}

describe('behind Caddy', () => {
  it('every response has HSTS, and plain HTTP redirects to HTTPS', async () => {
    const answer = await sendRequest(`${publicOrigin()}/health`);
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    const plain = await sendRequest(`http://octavo.localhost:${ports.http}/health`);
    expect(plain.status).toBe(308);
    expect(plain.headers['location']).toMatch(/^https:\/\/octavo\.localhost/);
  });

  it('metrics are not reachable from outside', async () => {
    expect((await sendRequest(`${publicOrigin()}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${ports.api}/metrics`)).status).toBe(401);
  });

  it('forwarded headers are trusted only from the proxy', async () => {
    const claimed = { 'x-forwarded-host': new URL(contentOrigin()).host };
    const direct = `http://127.0.0.1:${ports.api}/health`;
    // The content host serves only files: 404 or 200 shows which Host value was used.
    expect((await sendRequest(direct, { headers: claimed })).status).toBe(404);
    expect((await sendRequest(direct, { headers: claimed, localAddress: '127.0.0.2' })).status).toBe(200);
  });

  it('the proxy drops forwarded headers of the client', async () => {
    await sendRequest(`${publicOrigin()}/health?canary`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(JSON.stringify(service.api.log)).not.toContain('203.0.113.7');
  });

  it('a job completes, and its signed URLs work under the public name of the storage', async () => {
    const id = await submitOutside();
    const waited = await sendRequest(`${publicOrigin()}/jobs/${id}?wait=50`, { headers: bearer() });
    const job = JSON.parse(waited.body);
    expect(job.status).toBe('done');
    const url = job.download_urls.markdown as string;
    expect(url).toMatch(new RegExp(`^https://localhost:${ports.https}/`));
    const file = await sendRequest(url);
    expect(file.status).toBe(200);
    expect(file.body).toBe(
      readFileSync(
        fixturePath('headings').replace(/pdf\/headings\.pdf$/, 'golden/headings.markdown.txt'),
        'utf8',
      ),
    );
    expect(file.headers['strict-transport-security']).toBeDefined();
    expect((await sendRequest(url.replace(/Signature=\w{4}/, 'Signature=0000'))).status).toBe(403);
    expect((await sendRequest(url, { method: 'DELETE' })).status).toBe(405);
  });

  it('an event stream is not buffered', async () => {
    const id = await submitOutside();
    const began = Date.now();
    const stream = await sendRequest(`${publicOrigin()}/jobs/${id}/events`, { headers: bearer() });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(stream.body).toContain('job.done');
    expect(Date.now() - began).toBeLessThan(40_000);
  });
});
