/** `npm run tools -- release`: prepares a version, and builds and checks the files of a release. It publishes nothing. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildArtifacts } from './release/artifacts.ts';
import { cutSection, notesOf, unreleasedOf } from './release/changelog.ts';
import { contentFaults, filesIn } from './release/contents.ts';
import { manifestOf, npmPackages } from './release/published.ts';
import { isNewer, isVersion, setVersion, versionFaults } from './release/versions.ts';

const usage = `usage: npm run tools -- release [--prepare VERSION | --dry-run]

Without options: builds the files of the version in package.json into dist/release/, from a clean tree whose changelog
has a section for it, and prints the commands that publish them.
  --prepare VERSION   sets the version everywhere and cuts its section from "Unreleased"; commit the result
  --dry-run           builds and checks the same files from the tree as it is
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const changelog = join(root, 'CHANGELOG.md');
const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

class ReleaseError extends Error {}

function prepare(version: string): void {
  const { version: current = '' } = manifestOf(root, '.');
  if (!isVersion(version)) throw new ReleaseError(`${version} is not a version such as 1.2.3.`);
  if (!isNewer(version, current)) throw new ReleaseError(`${version} does not come after ${current}.`);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, cutSection(readFileSync(changelog, 'utf8'), version, today));
  setVersion(root, version);
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']);
  run('npm', ['run', '--silent', 'generate']);
  console.log(`Prepared ${version}. Review the changes, then: git commit -am 'chore: release ${version}'`);
}

function notesFor(version: string, isDryRun: boolean): string {
  const text = readFileSync(changelog, 'utf8');
  const notes = notesOf(text, version) ?? (isDryRun ? unreleasedOf(text) : null);
  if (notes === null || notes === '')
    throw new ReleaseError(`CHANGELOG.md has no section for ${version}: run with --prepare first.`);
  return notes;
}

function publishCommands(directory: string, files: readonly string[]): readonly string[] {
  const path = relative(root, directory);
  const tarballs = npmPackages.map((name) => {
    const prefix = manifestOf(root, name).name.replace('@', '').replace('/', '-');
    return files.find((file) => file.startsWith(`${prefix}-`)) ?? prefix;
  });
  return [
    ...tarballs.map((file) => `npm publish --provenance --access public ${path}/${file}`),
    `twine upload ${path}/*.whl ${path}/*.tar.gz`,
  ];
}

function build(isDryRun: boolean): void {
  const { version = '' } = manifestOf(root, '.');
  const faults = versionFaults(root, version);
  if (faults.length > 0) throw new ReleaseError(faults.join('\n'));
  if (!isDryRun && run('git', ['status', '--porcelain']) !== '')
    throw new ReleaseError('The tree has changes that are not committed.');
  const directory = buildArtifacts({ root, version, notes: notesFor(version, isDryRun) });
  const files = readdirSync(directory).toSorted();
  const archives = files.filter((file) => /\.(tgz|whl|tar\.gz)$/.test(file));
  const wrong = archives.flatMap((file) => contentFaults(file, filesIn(join(directory, file))));
  if (wrong.length > 0) throw new ReleaseError(wrong.join('\n'));
  console.log(`${relative(root, directory)}: ${files.join(', ')}`);
  if (!isDryRun) console.log(['Publish with:', ...publishCommands(directory, archives)].join('\n  '));
}

const { values } = parseArgs({
  options: {
    prepare: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
try {
  if (values.help) process.stdout.write(usage);
  else if (values.prepare === undefined) build(values['dry-run']);
  else prepare(values.prepare);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
