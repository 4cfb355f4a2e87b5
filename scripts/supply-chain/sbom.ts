/**
 * The list of everything we ship as CycloneDX 1.6: the packages of the lockfile, the engine's jar and the libraries in it.
 * Not made by `npm sbom --omit=dev`: it leaves out what a workspace needs and the root uses for development only, which
 * was 59 of 167 packages, the database driver among them.
 */
import { randomUUID } from 'node:crypto';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import type { JarLibrary } from './jar-libraries.ts';
import { type LockedPackage, type Lockfile, nameOf, shippedPlaces } from './lockfile.ts';

export type Jar = {
  readonly fileName: string;
  readonly version: string;
  readonly sha256: string;
  readonly libraries: readonly JarLibrary[];
};
export type Component = Readonly<Record<string, unknown>> & { readonly 'bom-ref': string };
export type Sbom = Readonly<Record<string, unknown>> & { readonly components: readonly Component[] };

const enginePackage = '@opendataloader/pdf';
const serverPlace = 'server';

function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function refOf(place: string, { version = '' }: LockedPackage): string {
  return npmPurl(nameOf(place), version);
}

function licences(licence: string | null | undefined): Record<string, unknown> {
  return licence ? { licenses: [{ expression: licence }] } : {};
}

function libraryComponent({ name, version, licence }: JarLibrary): Component {
  const [group = '', artifact = ''] = name.split(':');
  const purl = `pkg:maven/${group}/${artifact}${version === null ? '' : `@${version}`}`;
  const known = version === null ? {} : { version };
  return { type: 'library', 'bom-ref': purl, group, name: artifact, ...known, purl, ...licences(licence) };
}

function jarComponent({ fileName, version, sha256, libraries }: Jar): Component {
  return {
    type: 'file',
    'bom-ref': `file:${fileName}`,
    name: fileName,
    version,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    components: libraries.map(libraryComponent),
  };
}

function packageComponent(place: string, entry: LockedPackage, jar: Jar): Component {
  const name = nameOf(place);
  const hash = Buffer.from((entry.integrity ?? '').replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': refOf(place, entry),
    name,
    version: entry.version,
    purl: refOf(place, entry),
    hashes: [{ alg: 'SHA-512', content: hash }],
    ...licences(entry.license),
    ...(name === enginePackage ? { components: [jarComponent(jar)] } : {}),
  };
}

/** As Node looks for it: beside the one who asks, then one folder further out, up to the root. */
function findPlace(lockfile: Lockfile, from: string, name: string): string | null {
  const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  const entry = lockfile.packages[candidate];
  if (entry && !entry.dev) return candidate;
  if (from === '') return null;
  const cut = from.lastIndexOf('node_modules/');
  return findPlace(lockfile, cut <= 0 ? '' : from.slice(0, cut - 1), name);
}

function needsOf(lockfile: Lockfile, place: string): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = lockfile.packages[place] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const refs = names.flatMap((name) => {
    const found = findPlace(lockfile, place, name);
    return found === null ? [] : [refOf(found, lockfile.packages[found] ?? {})];
  });
  return [...new Set(refs)].sort();
}

/** The same version in two places is one component, which needs what either needs. */
function graph(
  lockfile: Lockfile,
): readonly { readonly ref: string; readonly dependsOn: readonly string[] }[] {
  const needs = new Map<string, Set<string>>();
  for (const [place, entry] of shippedPlaces(lockfile)) {
    const ref = refOf(place, entry);
    needs.set(ref, (needs.get(ref) ?? new Set()).union(new Set(needsOf(lockfile, place))));
  }
  return [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }));
}

export function sbomOf(lockfile: Lockfile, version: string, jar: Jar): Sbom {
  const octavo = npmPurl('octavo', version);
  const components = new Map(
    shippedPlaces(lockfile).map(([place, entry]) => [
      refOf(place, entry),
      packageComponent(place, entry, jar),
    ]),
  );
  const own = [...new Set([...needsOf(lockfile, ''), ...needsOf(lockfile, serverPlace)])].sort();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': octavo,
        name: 'octavo',
        version,
        ...licences('Apache-2.0'),
      },
    },
    components: [...components.values()],
    dependencies: [{ ref: octavo, dependsOn: own }, ...graph(lockfile)],
  };
}

/** Against the strict JSON schema of that version. */
export async function sbomFaults(sbom: Sbom): Promise<readonly string[]> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const errors = await validator.validate(JSON.stringify(sbom));
  return errors === null ? [] : [`the SBOM is not valid CycloneDX: ${JSON.stringify(errors)}`];
}
