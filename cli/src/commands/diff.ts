/** `octavo diff`: what differs between two PDF files, or between the documents of two jobs. */
import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Diff, DiffItem, Octavo, WordEdit } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { waitTimeoutDefaultMs } from '../convert/convert-flags.ts';
import { submitFile } from '../convert/submit-file.ts';
import { waitForJob } from '../convert/wait-for-job.ts';
import { plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { usageError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { listenForInterrupts } from '../interrupts.ts';

type DiffFlags = {
  readonly pages?: string;
  readonly structure?: boolean;
  readonly html?: string;
};

const jobId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id as it is, or that of a job that converts the file. An unchanged file is converted and charged once. */
async function jobOf(
  context: Context,
  client: Octavo,
  input: string,
  flags: DiffFlags,
  signal: AbortSignal,
): Promise<string> {
  const path = resolve(context.environment.cwd, input);
  const found = await stat(path).catch(() => null);
  if (!found && jobId.test(input)) return input;
  if (!found?.isFile())
    throw usageError(`${input} is neither a file nor a job id.`, 'Pass two PDF files or two job ids.');
  const parserOptions = {
    format: ['markdown' as const],
    ...(flags.pages !== undefined && { pages: flags.pages }),
  };
  const waitTimeoutMs = context.globalOptions.timeout ?? waitTimeoutDefaultMs;
  const job = await submitFile({ client, parserOptions, signal, waitTimeoutMs }, path);
  context.note(`Converting ${safeText(input)} as job ${job.id}.`);
  await waitForJob(client, job.id, { signal, timeoutMs: waitTimeoutMs }, () => {});
  return job.id;
}

const marks = { added: '+', removed: '-', changed: '~', moved: '>' } as const;

const pageOf = (block: DiffItem['base']) => (block ? `page ${block.page}` : null);

function placeOf({ base, head }: DiffItem): string {
  const [before, after] = [pageOf(base), pageOf(head)];
  return before && after && before !== after ? `${before} → ${after}` : (after ?? before ?? '');
}

/** `[-deleted-]` and `{+inserted+}`, as word diffs of git, unless colors tell them apart. */
const editText =
  (styles: Styles) =>
  ({ op, text }: WordEdit): string => {
    const safe = safeText(text);
    if (op === 'equal') return safe;
    return op === 'delete' ? styles.red(`[-${safe}-]`) : styles.green(`{+${safe}+}`);
  };

function tableLines({ table }: DiffItem, styles: Styles): readonly string[] {
  if (!table) return [];
  const { rows, columns, cells } = table;
  const lines = [
    ...columns.map((line) => ({ ...line, what: 'column' })),
    ...rows.map((line) => ({ ...line, what: 'row' })),
  ];
  return [
    ...lines.map(
      ({ what, op, index, cells: texts }) => `  ${what} ${index} ${op}: ${safeText(texts.join(' | '))}`,
    ),
    ...cells.map(
      ({ head, words }) =>
        `  row ${head.row}, column ${head.column}: ${words.map(editText(styles)).join('')}`,
    ),
  ];
}

function linesOf(item: DiffItem, styles: Styles): readonly string[] {
  const { op, base, head, words, table } = item;
  const type = ((head ?? base)?.type ?? '').replace('_', ' ');
  const was = base && head && base.type !== head.type ? ` (was ${base.type.replace('_', ' ')})` : '';
  const title = styles.bold(`${marks[op]} ${op} ${type}${was}, ${placeOf(item)}`);
  if (table) return [title, ...tableLines(item, styles)];
  const text = words.length > 0 ? words.map(editText(styles)).join('') : safeText((head ?? base)?.text ?? '');
  return [title, ...text.split('\n').map((line) => `  ${line}`)];
}

function summaryOf({ summary: { blocks } }: Diff): string {
  const { added, removed, changed, moved, equal } = blocks;
  return `${added} added, ${removed} removed, ${changed} changed, ${moved} moved, ${plural(equal, 'block')} the same.`;
}

export async function diff(
  context: Context,
  flags: DiffFlags,
  before: string,
  after: string,
): Promise<ExitName | undefined> {
  const client = await context.client();
  const interrupts = listenForInterrupts(context.environment, () => {});
  try {
    const { signal } = interrupts;
    const base = await jobOf(context, client, before, flags, signal);
    const head = await jobOf(context, client, after, flags, signal);
    const scope = flags.structure ? ('structure' as const) : ('text' as const);
    const input = { base_job_id: base, head_job_id: head, scope };
    const found = await client.diffs.create(input, { signal });
    if (flags.html !== undefined)
      await writeFile(
        resolve(context.environment.cwd, flags.html),
        await client.diffs.html(input, { signal }),
      );
    if (context.globalOptions.json) context.printJson(found);
    else if (flags.html === undefined)
      for (const item of found.items) for (const line of linesOf(item, context.out)) context.print(line);
    context.note(summaryOf(found));
    return found.items.length === 0 ? undefined : 'failed';
  } catch (error) {
    const interrupted = interrupts.interrupted();
    if (!interrupted) throw error;
    return interrupted.exit;
  } finally {
    interrupts.stop();
  }
}
