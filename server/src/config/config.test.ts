import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';
import { configVariables } from './variables.ts';

const enough = {
  OCTAVO_DATABASE_URL: 'postgres://octavo:hunter2@127.0.0.1:5432/octavo',
  OCTAVO_S3_ENDPOINT: 'http://127.0.0.1:9000',
  OCTAVO_S3_ACCESS_KEY_ID: 'key',
  OCTAVO_S3_SECRET_ACCESS_KEY: 'hunter3',
  OCTAVO_OIDC_ISSUER: 'http://127.0.0.1:23000',
  OCTAVO_OIDC_AUDIENCE: 'https://api.octavo.test',
  OCTAVO_SEALING_KEY: 'ab'.repeat(32),
};

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('requires only variables without a default', () => {
    const config = loadConfig(enough);
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000, corsOrigins: [], metricsTokens: [] });
    expect(config.s3.publicEndpoint).toBeNull();
    expect(config.database.url.reveal()).toBe(enough.OCTAVO_DATABASE_URL);
  });

  it('reports every missing variable at once', () => {
    expect(faultsOf({}).map((fault) => fault.split(' ')[0])).toEqual([
      'OCTAVO_DATABASE_URL',
      'OCTAVO_S3_ENDPOINT',
      'OCTAVO_OIDC_ISSUER',
      'OCTAVO_OIDC_AUDIENCE',
      'OCTAVO_SEALING_KEY',
    ]);
  });

  it.each(['OCTAVO_S3_ACCESS_KEY_ID', 'OCTAVO_S3_SECRET_ACCESS_KEY'])(
    'refuses S3 credentials without %s',
    (name) => {
      expect(faultsOf({ ...enough, [name]: '' })).toEqual([expect.stringContaining('both or neither')]);
    },
  );

  it('uses the default credential chain when no S3 credentials are set', () => {
    const { s3 } = loadConfig({ ...enough, OCTAVO_S3_ACCESS_KEY_ID: '', OCTAVO_S3_SECRET_ACCESS_KEY: '' });
    expect([s3.accessKeyId, s3.secretAccessKey]).toEqual([null, null]);
  });

  it('reports the variable, its value and the expected value', () => {
    expect(faultsOf({ ...enough, OCTAVO_HTTP_PORT: '70000', OCTAVO_S3_FORCE_PATH_STYLE: 'yes' })).toEqual([
      'OCTAVO_HTTP_PORT is "70000"; wanted a whole number from 0 to 65535',
      'OCTAVO_S3_FORCE_PATH_STYLE is "yes"; wanted `true` or `false`',
    ]);
  });

  it.each([
    ['OCTAVO_HTTP_PORT', '3000.5'],
    ['OCTAVO_HTTP_PORT', ''],
    ['OCTAVO_PUBLIC_URL', 'ftp://example.test'],
    ['OCTAVO_PUBLIC_URL', 'https://example.test/?a=b'],
    ['OCTAVO_CORS_ORIGINS', 'https://a.test,https://b.test/path'],
    ['OCTAVO_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['OCTAVO_TRUSTED_PROXIES', 'proxy.local'],
    ['OCTAVO_LOG_LEVEL', 'loud'],
    ['OCTAVO_DATABASE_URL', 'mysql://localhost/x'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...enough, [name]: value })).toHaveLength(1);
  });

  it('reads lists and trims them', () => {
    const config = loadConfig({
      ...enough,
      OCTAVO_CORS_ORIGINS: 'https://a.test, http://localhost:5173',
      OCTAVO_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8',
    });
    expect(config.http.corsOrigins).toEqual(['https://a.test', 'http://localhost:5173']);
    expect(config.http.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  });

  it('returns an equal, frozen object each time', () => {
    const env = Object.freeze({ ...enough });
    const config = loadConfig(env);
    expect(loadConfig(env)).toEqual(config);
    expect(Object.isFrozen(config) && Object.values(config).every(Object.isFrozen)).toBe(true);
  });

  it('never shows a secret when printed, serialised or reported as invalid', () => {
    const config = loadConfig(enough);
    const shown = [inspect(config, { depth: 9 }), JSON.stringify(config), `${config.database.url}`].join(
      '\n',
    );
    expect(shown).toContain('***');
    expect(shown).not.toMatch(/hunter/);
    expect(faultsOf({ ...enough, OCTAVO_DATABASE_URL: 'http://hunter4@x' })).toEqual([
      'OCTAVO_DATABASE_URL is ***; wanted a URL that begins with `postgres://` or `postgresql://`',
    ]);
  });

  it('gives every variable a unique name and a description', () => {
    const variables = Object.values(configVariables).flatMap((group) => Object.values(group));
    expect(new Set(variables.map((variable) => variable.name)).size).toBe(variables.length);
    expect(variables.filter((variable) => !/^(OCTAVO|OTEL)_[A-Z0-9_]+$/.test(variable.name))).toEqual([]);
    expect(variables.filter((variable) => variable.summary.length < 10)).toEqual([]);
  });
});

describe('OCTAVO_CONTENT_ORIGIN', () => {
  const publicUrl = { ...enough, OCTAVO_PUBLIC_URL: 'https://api.example.com/v1' };

  it('is null unless it is set', () => {
    expect(loadConfig(enough).http.contentOrigin).toBeNull();
  });

  it('is refused when it is not an origin or is the origin of the API', () => {
    expect(faultsOf({ ...publicUrl, OCTAVO_CONTENT_ORIGIN: 'https://files.example.com/x' })).toHaveLength(1);
    expect(faultsOf({ ...publicUrl, OCTAVO_CONTENT_ORIGIN: 'https://api.example.com' })).toEqual([
      'OCTAVO_CONTENT_ORIGIN is the origin of OCTAVO_PUBLIC_URL; wanted another one',
    ]);
    expect(faultsOf({ ...publicUrl, OCTAVO_CONTENT_ORIGIN: 'https://files.example.com' })).toEqual([]);
  });
});

describe('unknownVariables', () => {
  it('lists unknown variables with the most similar known name', () => {
    expect(unknownVariables({ ...enough, OCTAVO_HTP_PORT: '1', PATH: '/bin' })).toEqual([
      { name: 'OCTAVO_HTP_PORT', nearest: 'OCTAVO_HTTP_PORT' },
    ]);
  });
});
