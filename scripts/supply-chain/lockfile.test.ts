import { describe, expect, it } from 'vitest';
import { type Lockfile, lockfileFaults, rangeFaults, shippedPackages } from './lockfile.ts';
import { sbomFaults, sbomOf } from './sbom.ts';

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const lockfile: Lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { version: '1.0.0' },
    server: { version: '1.0.0', dependencies: { '@opendataloader/pdf': '2.0.0' } },
    'node_modules/@octavo/server': { resolved: 'server', link: true },
    'node_modules/@opendataloader/pdf': {
      version: '2.0.0',
      integrity,
      license: 'Apache-2.0',
      dependencies: { inner: '^1.0.0' },
    },
    'node_modules/inner': { version: '2.0.0', integrity, license: 'MIT' },
    'node_modules/@opendataloader/pdf/node_modules/inner': { version: '1.0.0', integrity, license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', integrity, license: 'MIT', dev: true },
  },
};
const jar = {
  fileName: 'engine.jar',
  version: '2.0.0',
  sha256: 'ab'.repeat(32),
  libraries: [{ name: 'org.example:library', version: null, licence: 'MPL-2.0' }],
};

describe('lockfileFaults', () => {
  const changed = (entry: object) =>
    lockfileFaults({ ...lockfile, packages: { 'node_modules/inner': { version: '1.0.0', ...entry } } });

  it('finds nothing where every package has its hash', () => {
    expect(lockfileFaults(lockfile)).toEqual([]);
  });

  it.each([
    ['no hash', {}, 'no sha-512'],
    ['a weak hash', { integrity: 'sha1-abc' }, 'no sha-512'],
    ['another source', { integrity, resolved: 'git+ssh://git@example.com/x.git' }, 'not come from'],
    ['an install script', { integrity, hasInstallScript: true }, 'install script'],
  ])('names a package with %s', (_what, entry, fault) => {
    expect(changed(entry).join()).toContain(fault);
  });
});

it('a manifest that asks for a range is named', () => {
  expect(rangeFaults('package.json', '{"dependencies":{"a":"1.2.3","b":"^1.0.0","c":"latest"}}')).toEqual([
    'package.json asks for b@^1.0.0, which is not one version',
    'package.json asks for c@latest, which is not one version',
  ]);
});

describe('the SBOM', () => {
  it('has what is shipped, the jar with its libraries inside, and who needs whom', async () => {
    const sbom = sbomOf(lockfile, '1.0.0', jar);
    expect(await sbomFaults(sbom)).toEqual([]);
    expect(shippedPackages(lockfile).map(({ name, version }) => `${name}@${version}`)).toEqual([
      '@opendataloader/pdf@2.0.0',
      'inner@1.0.0',
      'inner@2.0.0',
    ]);
    expect(sbom.components).toHaveLength(3);
    expect(sbom.components[0]).toMatchObject({
      hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
      components: [
        {
          hashes: [{ alg: 'SHA-256', content: jar.sha256 }],
          components: [{ purl: 'pkg:maven/org.example/library' }],
        },
      ],
    });
    expect(sbom['dependencies']).toContainEqual({
      ref: 'pkg:npm/%40opendataloader/pdf@2.0.0',
      dependsOn: ['pkg:npm/inner@1.0.0'],
    });
  });

  it('is refused by the schema when it is not CycloneDX', async () => {
    const sbom = sbomOf(lockfile, '1.0.0', { ...jar, sha256: 'short' });
    expect(await sbomFaults(sbom)).toHaveLength(1);
  });
});
