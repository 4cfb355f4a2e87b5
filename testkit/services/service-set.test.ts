/** Service sets do not collide: ports by name, overrides by variable. */
import { describe, expect, it } from 'vitest';
import { type Ports, portOffset, portsOf, serviceSet } from './service-set.ts';

const portsUsed = (name: string) => Object.values(portsOf(name, {}) satisfies Ports);

describe('ports of a set', () => {
  it('are the documented ones for dev', () => {
    expect(portsOf('dev', {})).toEqual({ postgres: 20_432, s3: 9_000, s3Mon: 13_300, oidc: 23_000 });
  });

  it('lie a thousand higher for test', () => {
    expect(portsOf('test', {})).toEqual({ postgres: 21_432, s3: 10_000, s3Mon: 14_300, oidc: 24_000 });
  });

  it('are the same at every call for a set of any name', () => {
    expect(portsOf('chaos-7', {})).toEqual(portsOf('chaos-7', {}));
    expect(portOffset('chaos-7')).toBeGreaterThanOrEqual(3_000);
  });

  it('never cross those of a set with another offset', () => {
    const sets = new Map(
      Array.from({ length: 2_000 }, (_, index) => `set-${index}`).map((n) => [portOffset(n), n]),
    );
    const names = ['dev', 'test', 'bench', ...sets.values()];
    const all = names.flatMap(portsUsed);
    expect(sets.size).toBe(80);
    expect(new Set(all).size).toBe(all.length);
    // Above it systems take ports for outgoing connections, any of which may be the one a service needs.
    expect(Math.max(...all)).toBeLessThan(32_768);
  });

  it('are overridden one by one by their variables, in any set', () => {
    const env = { OCTAVO_S3_PORT: '9100', OCTAVO_OIDC_PORT: '' };
    expect(portsOf('test', env)).toEqual({ postgres: 21_432, s3: 9_100, s3Mon: 14_300, oidc: 24_000 });
  });

  it.each(['0', '65536', '80.5', 'http'])('refuse %s and name the variable', (text) => {
    expect(() => portsOf('dev', { OCTAVO_POSTGRES_PORT: text })).toThrow(/OCTAVO_POSTGRES_PORT is/);
  });
});

describe('a set', () => {
  it.each(['../up', 'Dev', '', '-x', 'a/b'])(
    'cannot be named "%s", which would lead out of its directory',
    (name) => {
      expect(() => serviceSet(name, {})).toThrow(/is not a set name/);
    },
  );

  it('lives under OCTAVO_SERVICES_DIR when that is given', () => {
    expect(serviceSet('test', { OCTAVO_SERVICES_DIR: '/srv/octavo' }).directory).toBe('/srv/octavo/test');
  });
});
