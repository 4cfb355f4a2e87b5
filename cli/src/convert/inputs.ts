/** Resolves the inputs on the command line (files, directories, patterns) to a list of files. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shellWord } from '../display/shell-word.ts';
import { usageError } from '../errors/cli-error.ts';

export type InputFile = {
  /** For display and state: relative to the working directory where possible. */
  readonly path: string;
  readonly absolute: string;
  /** Its directory relative to the input directory; empty for a file that is an input itself. */
  readonly subdirectory: string;
};

export type Inputs = {
  readonly files: readonly InputFile[];
  /** More than one file, or an input that can contain more than one. */
  readonly isBatch: boolean;
};

const byName = new Intl.Collator('en', { numeric: true });
const patternCharacters = /[*?[\]{}()!]/;

export const isUrl = (input: string) => /^https?:\/\//i.test(input);

export function shownPath(cwd: string, absolute: string): string {
  const path = relative(cwd, absolute);
  return path === '' || isAbsolute(path) ? absolute : path;
}

/** A tagged or annotated PDF next to its original is the result of an earlier run, not an input. */
function isEarlierResult(name: string, siblings: ReadonlySet<string>): boolean {
  const original = /^(.+)-(?:tagged|annotated)(\.pdf)$/i.exec(name);
  return original !== null && siblings.has(`${original[1]}${original[2]}`);
}

/** Every PDF below a directory, without hidden ones; directories inside that cannot be read fail or are left out. */
export async function findPdfs(directory: string, inside: 'all' | 'readable' = 'all'): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const visible = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const names = new Set(visible.map(({ name }) => name));
  const found: string[] = [];
  for (const entry of visible.sort((a, b) => byName.compare(a.name, b.name))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      const nested = findPdfs(path, inside);
      const files = inside === 'all' ? await nested : await nested.catch(() => []);
      for (const file of files) found.push(file);
    } else if (/\.pdf$/i.test(entry.name) && !isEarlierResult(entry.name, names) && (await isFile(path))) {
      found.push(path);
    }
  }
  return found;
}

/** True for a link to a file, false for a broken link. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The directory of a pattern before its first special character. Results keep their path relative to it. */
function fixedPart(pattern: string): string {
  const parts = pattern.split('/');
  const at = parts.findIndex((part) => patternCharacters.test(part));
  return parts.slice(0, at).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

async function matching(cwd: string, pattern: string): Promise<readonly InputFile[]> {
  const { glob } = await import('tinyglobby');
  const normal = sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
  const paths = await glob(normal, { cwd, absolute: true, onlyFiles: true, expandDirectories: false });
  const names = new Set(paths.map((path) => resolve(path)));
  const root = resolve(cwd, fixedPart(normal));
  return paths
    .map((path) => resolve(path))
    .filter((path) => !isEarlierResult(path, names))
    .sort(byName.compare)
    .map((absolute) => ({
      path: shownPath(cwd, absolute),
      absolute,
      subdirectory: dirname(relative(root, absolute)),
    }));
}

async function filesOf(cwd: string, input: string): Promise<{ files: readonly InputFile[]; isOne: boolean }> {
  if (isUrl(input)) {
    throw usageError(
      `${input} is a URL, which cannot be combined with other inputs or --state.`,
      'Convert each URL on its own: octavo convert <url>',
    );
  }
  const absolute = resolve(cwd, input);
  const found = await stat(absolute).catch(() => null);
  if (found?.isDirectory()) {
    const paths = await findPdfs(absolute);
    if (paths.length === 0) {
      throw usageError(`There is no PDF in ${input}.`, 'Pass another directory or a list of files.');
    }
    const files = paths.map((path) => ({
      path: shownPath(cwd, path),
      absolute: path,
      subdirectory: dirname(relative(absolute, path)),
    }));
    return { files, isOne: false };
  }
  if (found) return { files: [{ path: shownPath(cwd, absolute), absolute, subdirectory: '' }], isOne: true };
  if (patternCharacters.test(input)) {
    const files = await matching(cwd, input);
    if (files.length > 0) return { files, isOne: false };
    throw usageError(`No file matches ${input}.`, 'Check the pattern. ** matches any number of directories.');
  }
  throw usageError(`${input} does not exist.`, `Check the path: ls ${shellWord(dirname(input))}`);
}

export function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}

/** Ignores PDFs in the output directory, unless all inputs come from there. */
function withoutResults(files: readonly InputFile[], output: string | undefined): readonly InputFile[] {
  if (output === undefined) return files;
  const inputs = files.filter(({ absolute }) => !isBelow(absolute, output));
  return inputs.length > 0 ? inputs : files;
}

export async function findInputs(cwd: string, inputs: readonly string[], output?: string): Promise<Inputs> {
  const results = output === undefined ? undefined : resolve(cwd, output);
  if (inputs.length === 0) {
    throw usageError(
      'No input files.',
      'Pass files, directories or patterns, such as octavo convert report.pdf, or continue a batch with --resume.',
    );
  }
  const files = new Map<string, InputFile>();
  let isBatch = false;
  for (const input of inputs) {
    const found = await filesOf(cwd, input);
    if (!found.isOne) isBatch = true;
    const wanted = found.isOne ? found.files : withoutResults(found.files, results);
    for (const file of wanted) if (!files.has(file.absolute)) files.set(file.absolute, file);
  }
  return { files: [...files.values()], isBatch: isBatch || files.size > 1 };
}
