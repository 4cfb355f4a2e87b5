/** Writes the licences of all packages that the build bundles, next to the bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'tsdown';

type Package = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly private?: boolean;
};

/** The directory below the last `node_modules`: packages may have further package.json files inside. */
function packageDirectoryOf(file: string): string {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
  if (!found) throw new Error(`${file} is not in a package`);
  return found[0];
}

function noticeOf(directory: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  ) as Package;
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled and has no file with its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
}

export function bundledLicences(): Rolldown.Plugin {
  return {
    name: 'bundled-licences',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const foreign = files.filter((file) => file.includes('/node_modules/') && existsSync(file));
      const directories = [...new Set(foreign.map(packageDirectoryOf))].sort();
      const source = directories.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source });
    },
  };
}
