/** What a convert command asks for: options of the command line, the profile and an earlier run brought together. */
import type { ParserOptionsInput } from '@octavo/sdk';
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

/** The part of the flags that decides about results: an interrupted batch goes on with the same. */
export type RunFlags = Pick<
  ConvertFlags,
  'format' | 'output' | 'pages' | 'option' | 'force' | 'deleteAfter' | 'concurrency'
>;

export function runFlagsOf(flags: ConvertFlags): RunFlags {
  const { format, output, pages, option, force, deleteAfter, concurrency } = flags;
  const entries = Object.entries({ format, output, pages, option, force, deleteAfter, concurrency });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as RunFlags;
}

/** Without a format, the one of the profile, and markdown where it has none. */
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

const textFormats: ReadonlySet<FormatName> = new Set(['markdown', 'json', 'html', 'text']);

/** One text goes to stdout, where a pipe can take it; anything else needs files. */
export function goesToStdout(formats: readonly FormatName[], output: string | undefined): boolean {
  const [format] = formats;
  return output === undefined && formats.length === 1 && format !== undefined && textFormats.has(format);
}

export function checkFlags(inputs: readonly string[], flags: ConvertFlags): void {
  if (inputs.includes('-') && inputs.length > 1) {
    throw usageError(
      'stdin (-) cannot be converted beside other files.',
      'Convert it by itself: octavo convert -',
    );
  }
  if (flags.passwordStdin && inputs.includes('-')) {
    throw usageError(
      'stdin cannot bring both the PDF and its password.',
      'Put the password into the variable OCTAVO_PDF_PASSWORD.',
    );
  }
  if (flags.resume && inputs.includes('-')) {
    throw usageError('What came from stdin cannot be resumed.', 'Send it again without --resume.');
  }
}
