/** What may be in a published package: what users need, with licence and README, and nothing of our tests and tools. */
import { execFileSync } from 'node:child_process';

const notNeeded = [
  { what: 'a test', pattern: /\.test\.[cm]?[jt]sx?$|(^|\/)(tests?|testing|__snapshots__|fixtures)\// },
  { what: 'a configuration of our tools', pattern: /(^|\/)(tsconfig[^/]*\.json|[^/]*\.config\.[cm]?[jt]s)$/ },
  { what: 'something private', pattern: /(^|\/)(\.env[^/]*|\.npmrc|node_modules\/|[^/]*\.tsbuildinfo)/ },
  { what: 'compiled Python', pattern: /\.pyc$/ },
];

/** By the end of the path, since archives have a directory with the version around it. */
const required: Readonly<Record<string, readonly RegExp[]>> = {
  '.tgz': [/^LICENSE$/, /^README\.md$/, /^package\.json$/, /^dist\/[\w-]+\.mjs$/],
  '.whl': [/\.dist-info\/(licenses\/)?LICENSE$/, /\.dist-info\/METADATA$/, /^octavo\/py\.typed$/],
  '.tar.gz': [/^LICENSE$/, /^README\.md$/, /^pyproject\.toml$/, /^src\/octavo\/py\.typed$/],
};

const kindOf = (archive: string) => Object.keys(required).find((ending) => archive.endsWith(ending)) ?? '';

/** `files` are paths inside the package. */
export function contentFaults(archive: string, files: readonly string[]): readonly string[] {
  const missing = (required[kindOf(archive)] ?? [/^never$/]).filter(
    (pattern) => !files.some((file) => pattern.test(file)),
  );
  const extra = files.flatMap((file) => {
    const why = notNeeded.find(({ pattern }) => pattern.test(file));
    return why ? [`${archive} contains ${file}: ${why.what}`] : [];
  });
  return [...missing.map((pattern) => `${archive} has no file like ${pattern.source}`), ...extra];
}

const output = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 16 * 1_048_576 })
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('/'));

/** The files in a tarball or wheel, without the directory around them. */
export function filesIn(path: string): readonly string[] {
  if (path.endsWith('.whl')) return output('unzip', ['-Z1', path]);
  return output('tar', ['--list', '--gzip', '--file', path]).map((file) => file.replace(/^[^/]+\//, ''));
}
