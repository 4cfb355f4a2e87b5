/** The doctor finds what is wrong, says what to mend, and ends with the code of the first fault. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorResponse, jsonResponse } from '../../../sdk/src/testing/fake-fetch.ts';
import { run } from '../run.ts';
import { fakeAccount, fakeEnvironment, signedInEnv } from '../testing/fake-environment.ts';
import { checkConfig, checkProxies, checkVersions } from './check-machine.ts';
import { checkClock } from './check-service.ts';

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
      const answer = routes[new URL(url).pathname];
      if (answer instanceof Response) return answer.clone();
      throw answer ?? new Error(`nothing at ${url}`);
    },
  });
  return { code: await run(['doctor'], environment), shown: environment.stdoutText() };
}

describe('octavo doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    const { code, shown } = await doctor(healthy);
    expect(shown).not.toMatch(/^(xx|!!)/m);
    expect(shown).toMatch(/^ok {2}service {5}Octavo 1\.2\.3, in \d+ ms$/m);
    expect(shown).toMatch(/^ok {2}key {9}oct_01234567… \(from OCTAVO_API_KEY\) of ann@octavo\.test$/m);
    expect(shown).toMatch(/^ok {2}plan {8}pro, 95 of 100 pages left this month$/m);
    expect(code).toBe(0);
  });

  it.each([
    ['no address', {}, healthy, 2, 'octavo login --base-url'],
    ['no key', { OCTAVO_BASE_URL: 'http://octavo.test' }, healthy, 4, 'octavo login'],
    [
      'a key that is refused',
      signedInEnv,
      { ...healthy, '/auth/me': errorResponse(401, 'unauthorized') },
      4,
      'octavo login',
    ],
    [
      'a plan without keys',
      signedInEnv,
      { ...healthy, '/auth/me': errorResponse(403, 'plan_required') },
      5,
      'Pro and Business',
    ],
    [
      'a service that is not well',
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
    [
      'something else at the address',
      signedInEnv,
      { '/health': new Response('Hello') },
      7,
      'check the address',
    ],
    [
      'a closed port',
      signedInEnv,
      { '/health': new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }) },
      7,
      'Nothing listens there',
    ],
    [
      'an unknown name',
      signedInEnv,
      { '/health': new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }) },
      7,
      'The name is not known',
    ],
    [
      'a certificate of strangers',
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

  it('warns of a month without pages', async () => {
    const { code, shown } = await doctor({
      ...healthy,
      '/auth/me': jsonResponse({ ...fakeAccount, pages_used: 100 }),
    });
    expect(shown).toMatch(/^!! {2}plan/m);
    expect(code).toBe(0);
  });
});

describe('a single look', () => {
  it('at the clock', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(checkClock('Sun, 15 Nov 2026 12:00:30 GMT', now).outcome).toBe('ok');
    expect(checkClock('Sun, 15 Nov 2026 12:05:00 GMT', now)).toMatchObject({
      outcome: 'warning',
      detail: '300 s behind the service',
    });
    expect(checkClock(null, now).outcome).toBe('ok');
  });

  it('at proxies, whose passwords it does not show', () => {
    const env = { HTTPS_PROXY: 'http://ann:secret@proxy:3128' };
    const unused = checkProxies(fakeEnvironment({ env }), '24.21.0');
    expect(unused).toMatchObject({
      outcome: 'warning',
      detail: 'HTTPS_PROXY is http://…@proxy:3128, and is not used',
    });
    const told = fakeEnvironment({ env: { ...env, NODE_USE_ENV_PROXY: '1' } });
    expect(checkProxies(told, '24.21.0').outcome).toBe('ok');
    expect(checkProxies(told, '20.19.0').outcome).toBe('warning');
    expect(checkProxies(fakeEnvironment(), '24.21.0').detail).toBe('none set');
  });

  it('at the version of Node', () => {
    expect(checkVersions(fakeEnvironment(), '20.0.0').outcome).toBe('ok');
    expect(checkVersions(fakeEnvironment(), '18.20.0')).toMatchObject({ outcome: 'failed', exit: 'failed' });
  });

  it('at the settings, which nobody else should read', async () => {
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
