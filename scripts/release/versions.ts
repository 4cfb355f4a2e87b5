/** One version for everything: finds places that have another one, and sets a new one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, manifestOf, otherPlaces, versionedDirectories } from './published.ts';

/** As semantic versioning writes it, without build metadata. */
const versionPattern = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

export const isVersion = (text: string) => versionPattern.test(text);

/** Whether `next` comes after `current`. A pre-release comes before its release. */
export function isNewer(next: string, current: string): boolean {
  const [a, b] = [versionPattern.exec(next), versionPattern.exec(current)];
  if (!a || !b) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference > 0;
  }
  const [before, after] = [b[4], a[4]];
  if (before === undefined) return false;
  return after === undefined || after.localeCompare(before, 'en', { numeric: true }) > 0;
}

const ownDependencies = ({ dependencies, devDependencies, peerDependencies }: Manifest) => [
  ...Object.entries({ ...dependencies, ...devDependencies }).map(([name, range]) => ({
    name,
    range,
    prefix: '',
  })),
  ...Object.entries(peerDependencies ?? {}).map(([name, range]) => ({ name, range, prefix: '^' })),
];

function manifestFaults(root: string, directory: string, version: string): readonly string[] {
  const manifest = manifestOf(root, directory);
  const file = join(directory, 'package.json');
  return [
    ...(manifest.version === version ? [] : [`${file} has the version ${manifest.version}`]),
    ...ownDependencies(manifest)
      .filter(({ name, range, prefix }) => name.startsWith('@octavo/') && range !== `${prefix}${version}`)
      .map(({ name, range }) => `${file} wants ${name} ${range}`),
  ];
}

export function versionFaults(root: string, version: string): readonly string[] {
  const elsewhere = Object.entries(otherPlaces).flatMap(([file, pattern]) => {
    const found = pattern.exec(readFileSync(join(root, file), 'utf8'))?.[2];
    return found === version ? [] : [`${file} has the version ${found ?? 'nowhere'}`];
  });
  const manifests = versionedDirectories(root).flatMap((directory) =>
    manifestFaults(root, directory, version),
  );
  return [...manifests, ...elsewhere];
}

/** Only versions change, so that a diff shows nothing else. */
function withVersion(text: string, version: string): string {
  return text
    .replace(/^( {2}"version": ")[^"]+(",)$/m, `$1${version}$2`)
    .replaceAll(/("@octavo\/[\w-]+": "\^?)\d[^"]*(")/g, `$1${version}$2`);
}

export function setVersion(root: string, version: string): void {
  for (const directory of versionedDirectories(root)) {
    const file = join(root, directory, 'package.json');
    writeFileSync(file, withVersion(readFileSync(file, 'utf8'), version));
  }
  for (const [name, pattern] of Object.entries(otherPlaces)) {
    const file = join(root, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, `$1${version}$3`));
  }
}
