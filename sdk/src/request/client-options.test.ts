/** Client options are validated before the first request, and each error says how to fix it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { ConfigurationError } from '../errors/octavo-error.ts';
import { resolveSettings } from './client-options.ts';

const baseUrl = 'https://octavo.example.com';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('from the environment', () => {
  it('reads API key and server URL', () => {
    vi.stubEnv('OCTAVO_API_KEY', ' oct_env ');
    vi.stubEnv('OCTAVO_BASE_URL', `${baseUrl}/`);
    expect(resolveSettings({})).toMatchObject({
      credentials: { kind: 'apiKey', source: 'oct_env' },
      baseUrl,
    });
  });

  it('is overridden by options', () => {
    vi.stubEnv('OCTAVO_API_KEY', 'oct_env');
    vi.stubEnv('OCTAVO_BASE_URL', 'https://other.example.com');
    expect(resolveSettings({ sessionToken: 'jwt', baseUrl })).toMatchObject({
      credentials: { kind: 'session' },
      baseUrl,
    });
  });
});

describe('throws', () => {
  it('without a key, naming the variable and the option', () => {
    vi.stubEnv('OCTAVO_API_KEY', '');
    expect(() => new Octavo({ baseUrl })).toThrow(/OCTAVO_API_KEY.*apiKey/);
  });

  it('without a server URL, naming the variable and the option', () => {
    vi.stubEnv('OCTAVO_BASE_URL', '');
    expect(() => new Octavo({ apiKey: 'k' })).toThrow(/OCTAVO_BASE_URL.*baseUrl/);
  });

  it.each(['octavo.example.com', 'ftp://a.test', 'https://a.test/?q=1', 'https://a.test/#x'])(
    'address %s',
    (given) => {
      expect(() => new Octavo({ apiKey: 'k', baseUrl: given })).toThrow(ConfigurationError);
    },
  );

  it('with both credentials', () => {
    expect(() => new Octavo({ apiKey: 'k', sessionToken: 't', baseUrl })).toThrow(ConfigurationError);
  });

  it.each([-1, Number.NaN])('with timeoutMs %s', (timeoutMs) => {
    expect(() => new Octavo({ apiKey: 'k', baseUrl, timeoutMs })).toThrow(/timeoutMs/);
  });
});

describe('in a browser', () => {
  const page = { document: {} };

  it('rejects an API key unless explicitly allowed', () => {
    vi.stubGlobal('window', page);
    expect(() => new Octavo({ apiKey: 'k', baseUrl })).toThrow(/sessionToken/);
    expect(new Octavo({ apiKey: 'k', baseUrl, dangerouslyAllowBrowser: true }).baseUrl).toBe(baseUrl);
  });

  it('uses the origin of the page', () => {
    vi.stubGlobal('window', page);
    vi.stubGlobal('location', { origin: 'https://app.example.com' });
    vi.stubEnv('OCTAVO_BASE_URL', '');
    expect(new Octavo({ sessionToken: 't' }).baseUrl).toBe('https://app.example.com');
  });
});

it('keeps a path prefix in the base URL', () => {
  expect(resolveSettings({ apiKey: 'k', baseUrl: 'https://a.test/octavo/' }).baseUrl).toBe(
    'https://a.test/octavo',
  );
});
