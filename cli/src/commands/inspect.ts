/** `octavo inspect`: preflight check of a PDF: content, cost and recommended options. */
import { resolve } from 'node:path';
import { pageRanges } from '@octavo/mcp/page-ranges.ts';
import type { ParserOptionsInput, Preflight } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { readPassword } from '../convert/read-password.ts';
import { plural } from '../display/quantities.ts';
import { shellWord } from '../display/shell-word.ts';
import { safeText } from '../display/style.ts';
import { keyValueLines } from '../display/table.ts';

type Flags = {
  readonly pages?: string;
  readonly password?: true;
  readonly passwordStdin?: true;
  readonly option?: Readonly<Record<string, unknown>>;
};

export async function inspect(context: Context, flags: Flags, file: string): Promise<void> {
  const { environment } = context;
  const client = await context.client();
  const password = await readPassword(environment, flags);
  const options: ParserOptionsInput = {
    ...(flags.pages !== undefined && { pages: flags.pages }),
    ...(flags.option as ParserOptionsInput | undefined),
    ...(password !== null && { password }),
  };
  const content =
    file === '-' ? (environment.stdin as AsyncIterable<Uint8Array>) : resolve(environment.cwd, file);
  const found = await client.jobs.preflight(content, options);
  if (context.globalOptions.json) context.printJson(found);
  else show(context, found, file, flags);
}

function garbledText({ garbled_text: { risk, pages, characters } }: Preflight): string {
  if (risk === 'none') return 'none';
  if (risk === 'unknown') return 'not checked';
  const where = pages.length > 0 ? ` on pages ${pageRanges(pages)}` : '';
  return `${risk}: ${plural(characters, 'character')} cannot be read${where}`;
}

/** Options in the form the command line accepts. */
function optionWords(options: Preflight['recommended_options']): string[] {
  const quoted = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(options).flatMap(([name, value]) => {
    if (name === 'format') return [`-f ${(value as readonly string[]).join(',')}`];
    if (name === 'pages') return value === null ? [] : [`--pages ${shellWord(String(value))}`];
    return [`-O ${shellWord(`${name}=${quoted(value)}`)}`];
  });
}

function show(context: Context, found: Preflight, file: string, flags: Flags): void {
  const { cost } = found;
  const list = (pages: readonly number[]) => (pages.length > 0 ? pageRanges(pages) : 'none');
  const entries: [string, string][] = [
    ['pages', String(found.pages)],
    [
      'cost',
      `${plural(cost.pages, 'page')}, ${cost.pages_remaining.toLocaleString('en-US')} left this month`,
    ],
    ['encrypted', found.encrypted ? 'yes' : 'no'],
    ['structure', found.tagged ? 'tagged' : 'not tagged'],
    ['scanned pages', list(found.scanned_pages)],
    ['scanned with text', list(found.scanned_pages_with_text)],
    ['pages without text', list(found.pages_without_text)],
    ['garbled text', garbledText(found)],
  ];
  if (found.pages_inspected < cost.pages) {
    entries.push([
      'checked',
      `${found.pages_inspected} of ${plural(cost.pages, 'page')}; time limit reached`,
    ]);
  }
  for (const line of keyValueLines(entries, context.out)) context.print(line);
  for (const reason of found.reasons) {
    context.note(`${context.err.yellow('note:')}  ${safeText(reason.why)}`);
  }
  const pages = flags.pages === undefined ? [] : [`--pages ${shellWord(flags.pages)}`];
  const words = [...new Set([...pages, ...optionWords(found.recommended_options)])];
  context.note(
    `${context.err.cyan('next:')}  octavo convert ${[shellWord(safeText(file)), ...words].join(' ')}`,
  );
}
