/** Where API key and server URL come from, and that the settings file is private. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorResponse,
  type FakeResponse,
  fakeFetch,
  jsonResponse,
} from '../../../sdk/src/testing/fake-fetch.ts';
import { run } from '../run.ts';
import { type FakeEnvironmentOptions, fakeAccount, fakeEnvironment } from '../testing/fake-environment.ts';
import { configDirectory } from './config-file.ts';
import { readSettings } from './settings.ts';

const key = `oct_${'ab'.repeat(20)}`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'octavo-settings-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const directory = () => join(home, 'octavo');
/** The default on most systems. */
const defaultEnv = () => ({ OCTAVO_CONFIG_DIR: '', XDG_CONFIG_HOME: home });
const stored = () => JSON.parse(readFileSync(join(directory(), 'config.json'), 'utf8'));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function octavo(
  argv: readonly string[],
  options: FakeEnvironmentOptions = {},
  ...responses: readonly FakeResponse[]
) {
  const { fetch, requests } = fakeFetch(...responses);
  const env = { ...defaultEnv(), ...options.env };
  const environment = fakeEnvironment({ fetch, ...options, env });
  const code = await run(argv, environment);
  return { code, requests, stdout: environment.stdoutText(), stderr: environment.stderrText() };
}

const signIn = (...argv: readonly string[]) =>
  octavo(
    ['login', '--with-key', '--base-url', 'http://octavo.test/', ...argv],
    { stdin: `${key}\n` },
    jsonResponse(fakeAccount),
  );

describe('login', () => {
  it('checks the key, stores it privately, and prints the next step', async () => {
    mkdirSync(directory(), { mode: 0o755 });
    const { code, stderr, stdout, requests } = await signIn();
    expect([code, stdout]).toEqual([0, '']);
    expect(requests.map(({ url, headers }) => [url.href, headers.get('x-api-key')])).toEqual([
      ['http://octavo.test/auth/me', key],
    ]);
    expect(stored()).toEqual({
      default_profile: 'default',
      profiles: { default: { api_key: key, base_url: 'http://octavo.test' } },
    });
    expect([modeOf(directory()), modeOf(join(directory(), 'config.json'))]).toEqual(['700', '600']);
    expect(readdirSync(directory())).toEqual(['config.json']);
    expect(stderr).toContain('ann@octavo.test (plan pro, 95 pages left this month)');
    expect(stderr).toContain('next:  octavo convert report.pdf');
    expect(stderr).not.toContain(key);
  });

  it('makes a readable file private', async () => {
    mkdirSync(directory());
    writeFileSync(join(directory(), 'config.json'), '{"profiles":{}}', { mode: 0o644 });
    await signIn();
    expect(modeOf(join(directory(), 'config.json'))).toBe('600');
  });

  it('keeps the mode of a custom directory', async () => {
    mkdirSync(directory(), { mode: 0o755 });
    await octavo(
      ['login', '--with-key', '--base-url', 'http://octavo.test'],
      { stdin: key, env: { OCTAVO_CONFIG_DIR: directory() } },
      jsonResponse(fakeAccount),
    );
    expect([modeOf(directory()), modeOf(join(directory(), 'config.json'))]).toEqual(['755', '600']);
  });

  it('does not store a rejected key', async () => {
    const { code } = await octavo(
      ['login', '--with-key', '--base-url', 'http://octavo.test'],
      { stdin: key },
      errorResponse(401, 'unauthorized'),
    );
    expect(code).toBe(4);
    expect(readdirSync(home)).toEqual([]);
  });

  it('keeps profiles apart, and the first one is the default', async () => {
    await signIn('--profile', 'work');
    await signIn('--profile', 'home');
    expect(stored()).toMatchObject({ default_profile: 'work', profiles: { work: {}, home: {} } });
    await octavo(['logout', '--profile', 'work']);
    expect(stored().profiles).toEqual({
      work: { base_url: 'http://octavo.test' },
      home: { api_key: key, base_url: 'http://octavo.test' },
    });
    const { stderr } = await octavo(['account']);
    expect(stderr).toContain('Profiles with a key: home; select one with --profile.');
  });
});

describe('config', () => {
  it('sets, gets, lists and removes without showing the key', async () => {
    await signIn();
    await octavo(['config', 'set', 'format', 'md,json']);
    await octavo(['config', 'set', 'concurrency', '3']);
    expect((await octavo(['config', 'get', 'format'])).stdout).toBe('markdown,json\n');
    const list = await octavo(['config', 'list']);
    expect(list.stdout).toContain('oct_abababab…');
    expect(list.stdout).not.toContain(key);
    expect((await octavo(['config', 'list', '--json'])).stdout).not.toContain(key);
    await octavo(['config', 'set', 'format']);
    expect(await octavo(['config', 'get', 'format'])).toMatchObject({ code: 1, stdout: '' });
  });

  it.each([
    ['base_url', 'octavo'],
    ['concurrency', 'many'],
    ['format', 'docx'],
  ])('rejects %s = %s', async (name, value) => {
    expect((await octavo(['config', 'set', name, value])).code).toBe(2);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('readSettings', () => {
  it('prefers options to variables, and variables to the profile', async () => {
    await signIn();
    const from = async (globalOptions: object, env: Record<string, string>) => {
      const environment = fakeEnvironment({ env: { ...defaultEnv(), ...env } });
      const { apiKey, baseUrl } = await readSettings(environment, globalOptions);
      return [apiKey?.from, baseUrl?.from];
    };
    const env = { OCTAVO_API_KEY: 'a', OCTAVO_BASE_URL: 'b' };
    expect(await from({}, {})).toEqual(['profile default', 'profile default']);
    expect(await from({}, env)).toEqual(['OCTAVO_API_KEY', 'OCTAVO_BASE_URL']);
    expect(await from({ apiKey: 'c', baseUrl: 'd' }, env)).toEqual(['--api-key', '--base-url']);
  });

  it('finds the configuration directory of the system', () => {
    const at = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
      configDirectory({ env, platform });
    expect(at({ HOME: '/home/ann' })).toBe('/home/ann/.config/octavo');
    expect(at({ HOME: '/home/ann', XDG_CONFIG_HOME: '/x' })).toBe('/x/octavo');
    expect(at({ HOME: '/home/ann', OCTAVO_CONFIG_DIR: '/y' })).toBe('/y');
    expect(at({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/octavo');
  });
});

describe('--debug', () => {
  it('logs requests and responses without the key', async () => {
    const env = { OCTAVO_API_KEY: key, OCTAVO_BASE_URL: 'http://octavo.test' };
    const { stderr } = await octavo(
      ['jobs', 'get', 'J', '--debug'],
      { env },
      errorResponse(404, 'job_not_found'),
    );
    expect(stderr).toContain('debug: #1 > GET http://octavo.test/jobs/J');
    expect(stderr).toContain('debug: #1 > x-api-key: oct_abababab…');
    expect(stderr).toMatch(/debug: #1 < 404 in \d+ ms/);
    expect(stderr).toContain('debug: #1 < x-request-id: req-1');
    expect(stderr).not.toContain(key);
  });
});
