/** `open_document`: converts a file or finds a document, and answers with a map of it. */
import { oneLine } from '@octavo/mcp/untrusted-text.ts';
import { warningText } from '@octavo/mcp/warning-text.ts';
import { type ConvertInput, type Job, type OutlineItem, WaitTimeoutError } from '@octavo/sdk';
import { type Call, refusal, withText } from './answer.ts';

export type OpenInput = { readonly document?: string; readonly file?: string; readonly url?: string };

export type OpenSettings = {
  /** A file that the application offers under this name; null if it offers none. */
  readonly files?: ((name: string) => ConvertInput | null | Promise<ConvertInput | null>) | undefined;
  /** Whether the model may have the server fetch URLs. */
  readonly urls?: boolean | undefined;
  /** How long a call waits for a conversion; default 60 seconds. The next call goes on waiting. */
  readonly waitTimeoutMs?: number | undefined;
};

const rowsMax = 60;
const outlineTokens = 8_000;
const include = ['file', 'warnings'] as const;

function rowOf({ title, level, page, ref, tokens_with_children: tokens }: OutlineItem): string {
  const facts = [
    ...(page === null ? [] : [`p. ${page}`]),
    `${tokens} tokens`,
    ...(ref === null ? [] : [`section ${ref}`]),
  ];
  return `${'  '.repeat(Math.max(0, Math.min(level, 6) - 1))}- ${oneLine(title, 120)} [${facts.join(', ')}]`;
}

async function submitted(
  { client, signal }: Call,
  { document, file, url }: OpenInput,
  { files, urls }: OpenSettings,
): Promise<string | null> {
  if (document !== undefined) return document;
  const input = file === undefined ? null : ((await files?.(file)) ?? null);
  const submission =
    url !== undefined && urls ? { source_url: url } : input === null ? null : submissionOf(input);
  if (submission === null) return null;
  return (await client.jobs.create({ ...submission, options: { format: ['markdown'] } }, { signal })).id;
}

const submissionOf = (input: ConvertInput) =>
  typeof input === 'object' && 'source_url' in input ? { source_url: input.source_url } : { file: input };

/** Null if the time is up. */
async function converted({ client, signal }: Call, id: string, timeoutMs: number): Promise<Job | null> {
  try {
    return await client.jobs.wait(id, { include, signal, timeoutMs });
  } catch (error) {
    if (error instanceof WaitTimeoutError) return null;
    throw error;
  }
}

export async function openDocument(call: Call, input: OpenInput, settings: OpenSettings) {
  const given = [input.document, input.file, input.url].filter((value) => value !== undefined);
  if (given.length !== 1) return refusal('invalid_request', 'Give one of document, file and url.');
  const id = await submitted(call, input, settings);
  if (id === null) return refusal('not_offered', 'File not found, or URLs may not be opened.');
  const job = await converted(call, id, settings.waitTimeoutMs ?? 60_000);
  if (job === null)
    return { document: id, status: 'processing', next: 'Call open_document with this document again.' };
  const { signal } = call;
  const outline = await call.client.jobs.outline(id, { depth: 3, max_tokens: outlineTokens }, { signal });
  const rows = outline.items.slice(0, rowsMax);
  const { pages, tokens, title } = outline.document;
  const lines = [
    `File: ${oneLine(job.file?.name ?? '', 100)}`,
    ...(title === null ? [] : [`Title: ${oneLine(title, 200)}`]),
    ...rows.map(rowOf),
  ];
  const warnings = (job.warnings ?? []).slice(0, 5).map(warningText);
  const isCut = rows.length < outline.items.length || outline.next_cursor !== null;
  return withText(
    { document: id, status: 'done', pages, tokens, warnings, outline_is_complete: !isCut },
    lines.join('\n'),
  );
}
