/** The flags of `octavo convert`, combined with the profile and the flags of an earlier run. */
import { formatFiles, type ParserOptionsInput } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { usageError } from '../errors/cli-error.ts';
import { type FormatName, formatList } from '../options/option-values.ts';

export const waitTimeoutDefaultMs = 2 * 60 * 60 * 1000;

export type ConvertFlags = {
  readonly format?: readonly FormatName[];
  readonly output?: string;
  readonly name?: string;
  readonly pages?: string;
  readonly password?: true;
  readonly passwordStdin?: true;
  readonly option?: Readonly<Record<string, unknown>>;
  readonly concurrency?: number;
  readonly wait: boolean;
  readonly resume?: true;
  readonly force?: true;
  readonly deleteAfter?: true;
  readonly state?: string;
};

/** The flags that affect results; a resumed batch keeps them. */
export type RunFlags = Pick<
  ConvertFlags,
  'format' | 'output' | 'pages' | 'option' | 'force' | 'deleteAfter' | 'concurrency'
>;

export function runFlagsOf(flags: ConvertFlags): RunFlags {
  const { format, output, pages, option, force, deleteAfter, concurrency } = flags;
  const entries = Object.entries({ format, output, pages, option, force, deleteAfter, concurrency });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as RunFlags;
}

/** From the flags, else from the profile, else markdown. */
export async function formatsOf(context: Context, flags: RunFlags): Promise<readonly FormatName[]> {
  if (flags.format) return flags.format;
  const { profile } = await context.settings();
  return profile.format ? formatList(profile.format, undefined) : ['markdown'];
}

export function parserOptionsOf(
  flags: Pick<ConvertFlags, 'pages' | 'option'>,
  formats: readonly FormatName[],
  password: string | null,
): ParserOptionsInput {
  return {
    format: [...formats],
    ...(flags.pages !== undefined && { pages: flags.pages }),
    ...(flags.option as ParserOptionsInput | undefined),
    ...(password !== null && { password }),
  };
}

/** A single text format goes to stdout; everything else into files. */
export function goesToStdout(formats: readonly FormatName[], output: string | undefined): boolean {
  const [format] = formats;
  return output === undefined && formats.length === 1 && format !== undefined && formatFiles[format].isText;
}

export function checkFlags(inputs: readonly string[], flags: ConvertFlags): void {
  if (inputs.includes('-') && inputs.length > 1) {
    throw usageError(
      'stdin (-) cannot be combined with other inputs.',
      'Convert it separately: octavo convert -',
    );
  }
  if (flags.passwordStdin && inputs.includes('-')) {
    throw usageError(
      'stdin cannot provide both the PDF and its password.',
      'Set the environment variable OCTAVO_PDF_PASSWORD.',
    );
  }
  if (flags.resume && inputs.includes('-')) {
    throw usageError('stdin cannot be resumed.', 'Run the command again without --resume.');
  }
}
