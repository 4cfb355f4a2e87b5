/** Where the results of each file go, decided before anything is uploaded so that no two results collide. */
import { basename, dirname, join, relative, resolve } from 'node:path';
import { formatFiles, imageDirectorySuffix } from '@octavo/sdk';
import { usageError } from '../errors/cli-error.ts';
import type { FormatName } from '../options/option-values.ts';
import type { InputFile } from './inputs.ts';

export type Target = {
  readonly file: InputFile;
  readonly directory: string;
  readonly stem: string;
  /** Key in the batch state: directory and stem, relative to the working directory. */
  readonly id: string;
};

function suffixOf(format: FormatName): string {
  return format === 'images' ? imageDirectorySuffix : formatFiles[format].suffix;
}

/** The file name without extension, and without characters that some file systems do not allow. */
export function stemOf(path: string): string {
  const stem = basename(path).replace(/\.pdf$/i, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
  return stem.replace(/[\u0000-\u001f\u007f<>:"|?*\\]/g, '_').trim() || 'document';
}

export function pathsOf({ directory, stem }: Target, formats: readonly FormatName[]): string[] {
  return formats.map((format) => join(directory, `${stem}${suffixOf(format)}`));
}

type Plan = {
  readonly cwd: string;
  readonly output: string | undefined;
  readonly formats: readonly FormatName[];
  readonly platform: NodeJS.Platform;
};

export function targetOf(file: InputFile, { cwd, output }: Pick<Plan, 'cwd' | 'output'>): Target {
  const directory = output === undefined ? dirname(file.absolute) : resolve(cwd, output, file.subdirectory);
  const stem = stemOf(file.absolute);
  return { file, directory, stem, id: relative(cwd, join(directory, stem)) };
}

export function planTargets(files: readonly InputFile[], plan: Plan): readonly Target[] {
  const ignoresCase = plan.platform === 'darwin' || plan.platform === 'win32';
  const same = (path: string) => (ignoresCase ? path.toLowerCase() : path);
  const inputs = new Map(files.map((file) => [same(file.absolute), file]));
  const taken = new Map<string, InputFile>();
  return files.map((file) => {
    const target = targetOf(file, plan);
    for (const path of pathsOf(target, plan.formats)) {
      const other = taken.get(same(path));
      if (other) throw clash(file, other, relative(plan.cwd, path));
      const input = inputs.get(same(path));
      if (input) throw overwrites(file, input);
      taken.set(same(path), file);
    }
    return target;
  });
}

function clash(file: InputFile, other: InputFile, path: string): Error {
  return usageError(
    `${other.path} and ${file.path} would both be written to ${path}.`,
    'Pass the directory that contains both, so that results keep their relative paths, or convert them separately.',
  );
}

function overwrites(file: InputFile, input: InputFile): Error {
  return usageError(
    `A result of ${file.path} would overwrite the input ${input.path}.`,
    'Write the results to another directory with --output.',
  );
}
