/** The SBOM as CycloneDX 1.5: packages by `npm sbom`, and the libraries in the engine's jar, which it cannot see. */
import { execFileSync } from 'node:child_process';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import type { JarLibrary } from './jar-libraries.ts';

export type Jar = {
  readonly fileName: string;
  readonly version: string;
  readonly sha256: string;
  readonly libraries: readonly JarLibrary[];
};

type Component = Readonly<Record<string, unknown>> & { readonly 'bom-ref': string };
type Dependency = { readonly ref: string; readonly dependsOn: readonly string[] };
export type Sbom = Readonly<Record<string, unknown>> & {
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
};

const enginePackage = '@opendataloader/pdf@';

/** Everything in the lockfile, tools of development included. */
export function npmSbom(root: string): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
  return JSON.parse(text) as Sbom;
}

/**
 * Only what is shipped, as `name@version`. `npm sbom --omit=dev` leaves out what a workspace needs and the root uses for
 * development as well: 140 of 387 packages, the database driver among them.
 */
export function onlyShipped(sbom: Sbom, shipped: ReadonlySet<string>): Sbom {
  return {
    ...sbom,
    components: sbom.components.filter((component) => shipped.has(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  };
}

function libraryComponent({ name, version, licence }: JarLibrary): Component {
  const [group = '', artifact = ''] = name.split(':');
  const purl = `pkg:maven/${group}/${artifact}${version === null ? '' : `@${version}`}`;
  return {
    type: 'library',
    'bom-ref': purl,
    group,
    name: artifact,
    purl,
    ...(version === null ? {} : { version }),
    ...(licence === null ? {} : { licenses: [{ expression: licence }] }),
  };
}

/** Puts the jar with its libraries inside the package that brings it. */
export function withJar(sbom: Sbom, { fileName, version, sha256, libraries }: Jar): Sbom {
  const jar: Component = {
    type: 'file',
    'bom-ref': `file:${fileName}`,
    name: fileName,
    version,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    components: libraries.map(libraryComponent),
  };
  const components = sbom.components.map((component) =>
    component['bom-ref'].startsWith(enginePackage) ? { ...component, components: [jar] } : component,
  );
  return { ...sbom, components };
}

/** Checks it against the strict JSON schema of that version. */
export async function sbomFaults(sbom: Sbom): Promise<readonly string[]> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
  const errors = await validator.validate(JSON.stringify(sbom));
  return errors === null ? [] : [`the SBOM is not valid CycloneDX: ${JSON.stringify(errors)}`];
}
