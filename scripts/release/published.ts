/** What a release consists of: the packages that are published, and every place that has the version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Directories of the npm packages, in the order they are published: the SDK before what depends on it. */
export const npmPackages = ['sdk', 'cli', 'integrations/langchain', 'integrations/ai'] as const;

export type Manifest = {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

export const manifestOf = (root: string, directory: string): Manifest =>
  JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')) as Manifest;

/** Directories with a manifest that has the version. */
export function versionedDirectories(root: string): readonly string[] {
  const { workspaces = [] } = manifestOf(root, '.');
  return [...new Set(['.', ...workspaces, 'docs', ...npmPackages])];
}

/** Places besides the manifests; the second group is the version. */
export const otherPlaces: Readonly<Record<string, RegExp>> = {
  'python/pyproject.toml': /^(version = ")([^"]+)(")$/m,
  'integrations/github-action/action.yml': /^( {4}default: '@octavo\/cli@)([^']+)(')$/m,
  'server/src/http/openapi.ts': /^(export const apiVersion = ')([^']+)(';)$/m,
};
