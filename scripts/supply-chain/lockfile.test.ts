import { describe, expect, it } from 'vitest';
import { type Lockfile, lockfileFaults, rangeFaults, shippedPackages } from './lockfile.ts';
import { onlyShipped, sbomFaults, withJar } from './sbom.ts';

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

/** As `npm sbom` prints it for the lockfile above. */
const component = (name: string, version: string) => ({
  type: 'library',
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
});
const printed = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  components: [
    component('@opendataloader/pdf', '2.0.0'),
    component('inner', '1.0.0'),
    component('tool', '1.0.0'),
  ],
  dependencies: [{ ref: '@opendataloader/pdf@2.0.0', dependsOn: ['inner@1.0.0', 'tool@1.0.0'] }],
};

describe('the SBOM', () => {
  it('has what is shipped, the jar with its libraries inside, and the dependencies', async () => {
    const shipped = shippedPackages(lockfile).map(({ name, version }) => `${name}@${version}`);
    expect(shipped).toEqual(['@opendataloader/pdf@2.0.0', 'inner@1.0.0', 'inner@2.0.0']);
    const sbom = withJar(onlyShipped(printed, new Set(shipped)), jar);
    expect(await sbomFaults(sbom)).toEqual([]);
    expect(sbom.components).toHaveLength(2);
    expect(sbom.components[0]).toMatchObject({
      components: [
        {
          hashes: [{ alg: 'SHA-256', content: jar.sha256 }],
          components: [{ purl: 'pkg:maven/org.example/library' }],
        },
      ],
    });
    expect(sbom.dependencies).toEqual([{ ref: '@opendataloader/pdf@2.0.0', dependsOn: ['inner@1.0.0'] }]);
  });

  it('is refused by the schema when it is not CycloneDX', async () => {
    expect(await sbomFaults(withJar(printed, { ...jar, sha256: 'short' }))).toHaveLength(1);
  });
});
