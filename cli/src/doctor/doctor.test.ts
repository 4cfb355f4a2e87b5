/** The doctor finds problems, says how to fix them, and exits with the code of the first failure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorResponse, jsonResponse } from '../../../sdk/src/testing/fake-fetch.ts';
import { run } from '../run.ts';
import { fakeAccount, fakeEnvironment, signedInEnv } from '../testing/fake-environment.ts';
import { checkConfig, checkProxies, checkVersions } from './check-machine.ts';
import { checkClock } from './check-server.ts';

type Routes = Readonly<Record<string, Response | Error>>;
const healthy: Routes = {
  '/health': jsonResponse({ status: 'ok' }, 200, { date: new Date().toUTCString() }),
  '/openapi.json': jsonResponse({ info: { title: 'Octavo', version: '1.2.3' } }),
  '/auth/me': jsonResponse(fakeAccount),
};

async function doctor(routes: Routes, env: Record<string, string> = signedInEnv) {
  const environment = fakeEnvironment({
    env,
    fetch: async (url) => {
      const response = routes[new URL(url).pathname];
      if (response instanceof Response) return response.clone();
      throw response ?? new Error(`no route for ${url}`);
    },
  });
  return { code: await run(['doctor'], environment), shown: environment.stdoutText() };
}

describe('octavo doctor', () => {
  it('passes all checks of a healthy setup', async () => {
    const { code, shown } = await doctor(healthy);
    expect(shown).not.toMatch(/^(xx|!!)/m);
    expect(shown).toMatch(/^ok {2}server {6}Octavo 1\.2\.3, responded in \d+ ms$/m);
    expect(shown).toMatch(
      /^ok {2}API key {5}oct_01234567… \(from OCTAVO_API_KEY\), account ann@octavo\.test$/m,
    );
    expect(shown).toMatch(/^ok {2}plan {8}pro, 95 of 100 pages left this month$/m);
    expect(code).toBe(0);
  });

  it.each([
    ['a missing server URL', {}, healthy, 2, 'octavo login --base-url'],
    ['a missing API key', { OCTAVO_BASE_URL: 'http://octavo.test' }, healthy, 4, 'octavo login'],
    [
      'a rejected API key',
      signedInEnv,
      { ...healthy, '/auth/me': errorResponse(401, 'unauthorized') },
      4,
      'octavo login',
    ],
    [
      'a plan without API access',
      signedInEnv,
      { ...healthy, '/auth/me': errorResponse(403, 'plan_required') },
      5,
      'Pro and Business',
    ],
    [
      'an unhealthy server',
      signedInEnv,
      { '/health': errorResponse(503, 'service_unavailable') },
      7,
      'operator',
    ],
    [
      'a redirect',
      signedInEnv,
      { '/health': new Response(null, { status: 308, headers: { location: 'https://octavo.test/health' } }) },
      7,
      'octavo login --base-url https://octavo.test',
    ],
    ['another server at the URL', signedInEnv, { '/health': new Response('Hello') }, 7, 'Check the URL'],
    [
      'a closed port',
      signedInEnv,
      { '/health': new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }) },
      7,
      'Nothing is listening there',
    ],
    [
      'an unknown host name',
      signedInEnv,
      { '/health': new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }) },
      7,
      'The host name cannot be resolved',
    ],
    [
      'an untrusted certificate',
      signedInEnv,
      { '/health': new TypeError('fetch failed', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }) },
      7,
      'NODE_EXTRA_CA_CERTS',
    ],
  ] as const)('finds %s', async (_, env, routes, code, advice) => {
    const found = await doctor(routes, env);
    expect(found.shown).toMatch(/^xx/m);
    expect(found.shown).toContain(advice);
    expect(found.code).toBe(code);
  });

  it('warns if no pages are left', async () => {
    const { code, shown } = await doctor({
      ...healthy,
      '/auth/me': jsonResponse({ ...fakeAccount, pages_used: 100 }),
    });
    expect(shown).toMatch(/^!! {2}plan/m);
    expect(code).toBe(0);
  });
});

describe('a single check', () => {
  it('of the clock', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(checkClock('Sun, 15 Nov 2026 12:00:30 GMT', now).outcome).toBe('ok');
    expect(checkClock('Sun, 15 Nov 2026 12:05:00 GMT', now)).toMatchObject({
      outcome: 'warning',
      detail: '300 s behind the server',
    });
    expect(checkClock(null, now).outcome).toBe('ok');
  });

  it('of proxies, without showing passwords', () => {
    const env = { HTTPS_PROXY: 'http://ann:secret@proxy:3128' };
    const unused = checkProxies(fakeEnvironment({ env }), '24.21.0');
    expect(unused).toMatchObject({
      outcome: 'warning',
      detail: 'HTTPS_PROXY=http://…@proxy:3128 is ignored by Node',
    });
    const enabled = fakeEnvironment({ env: { ...env, NODE_USE_ENV_PROXY: '1' } });
    expect(checkProxies(enabled, '24.21.0').outcome).toBe('ok');
    expect(checkProxies(enabled, '20.19.0').outcome).toBe('warning');
    expect(checkProxies(fakeEnvironment(), '24.21.0').detail).toBe('not configured');
  });

  it('of the Node version', () => {
    expect(checkVersions(fakeEnvironment(), '20.0.0').outcome).toBe('ok');
    expect(checkVersions(fakeEnvironment(), '18.20.0')).toMatchObject({ outcome: 'failed', exit: 'failed' });
  });

  it('of the mode of the settings file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'octavo-doctor-'));
    const environment = fakeEnvironment({ env: { OCTAVO_CONFIG_DIR: directory } });
    writeFileSync(join(directory, 'config.json'), '{}', { mode: 0o640 });
    expect(await checkConfig(environment)).toMatchObject({
      outcome: 'warning',
      next: expect.stringContaining('chmod 600'),
    });
    rmSync(directory, { recursive: true });
    expect((await checkConfig(environment)).outcome).toBe('ok');
  });
});
