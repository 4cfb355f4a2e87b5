/** Reads the packages of the lockfile and checks that each has a hash, comes from the registry and needs no install script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type LockedPackage = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
};
export type Lockfile = {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

export type NpmPackage = { readonly name: string; readonly version: string; readonly licence: string | null };

const marker = 'node_modules/';
const registry = /^https:\/\/registry\.npmjs\.org\//;

export function readLockfile(root: string): Lockfile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
}

/** By their place in the tree, for every platform: all but the tools of development. */
function shippedPlaces(lockfile: Lockfile): readonly (readonly [string, LockedPackage])[] {
  return installed(lockfile).filter(([, entry]) => !entry.dev);
}

function installed({ packages }: Lockfile): readonly (readonly [string, LockedPackage])[] {
  return Object.entries(packages).filter(([path, entry]) => path.includes(marker) && !entry.link);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(marker) + marker.length);
}

/** Packages that work without their install script. That of protobufjs only prints a hint about its version. */
const worksWithoutInstallScript = new Set(['protobufjs']);

/** Sources other than the registry, missing hashes, and packages that need to run something when installed. */
export function lockfileFaults(lockfile: Lockfile): readonly string[] {
  return installed(lockfile).flatMap(([path, { integrity, resolved, hasInstallScript }]) => [
    ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no sha-512 in the lockfile`]),
    ...(resolved === undefined || registry.test(resolved) ? [] : [`${path} does not come from the registry`]),
    ...(hasInstallScript && !worksWithoutInstallScript.has(nameOf(path))
      ? [`${path} has an install script, which .npmrc does not allow to run`]
      : []),
  ]);
}

/** Versions in a manifest name one version: an installation tomorrow gets what was reviewed today. */
export function rangeFaults(manifest: string, text: string): readonly string[] {
  const parsed = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(parsed[kind] ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${manifest} asks for ${name}@${version}, which is not one version`),
  );
}

/** Each version once, wherever it stands in the tree. */
export function shippedPackages(lockfile: Lockfile): readonly NpmPackage[] {
  const found = new Map<string, NpmPackage>();
  for (const [path, entry] of shippedPlaces(lockfile)) {
    const { version = '', license } = entry;
    found.set(`${nameOf(path)}@${version}`, { name: nameOf(path), version, licence: license ?? null });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}
