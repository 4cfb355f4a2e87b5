/** Reads a done job in parts: pages, a section or the whole document, up to a number of tokens at a time. */
import { kidsOfPages } from '@octavo/document/reading/open-index.ts';
import { kidsOfSection } from '@octavo/document/reading/outline.ts';
import { type ReadResult, readRange } from '@octavo/document/reading/read-range.ts';
import type { ReadFormat } from '@octavo/document/reading/read-units.ts';
import type { ReadingDirectory } from '@octavo/document/reading/reading.ts';
import { type Static, Type } from 'typebox';
import { cursorsOf } from '../domain/cursor.ts';
import { invalidRequest, type OctavoError } from '../domain/errors.ts';
import { parsePageRange } from '../domain/page-range.ts';
import { OneOf } from '../domain/schema-parts.ts';
import type { OpenedReading } from './open-reading.ts';

export const readFormats = ['markdown', 'text', 'blocks'] as const satisfies readonly ReadFormat[];

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Position = Type.Object({
  kid: Count,
  unit: Count,
  offset: Count,
  toKid: Count,
  /** Of the range that is left. */
  tokens: Count,
  format: OneOf(readFormats),
});
const cursors = cursorsOf('read', Position);

export type ReadDocumentRequest = {
  readonly pages?: string | undefined;
  readonly section?: string | undefined;
  readonly cursor?: string | undefined;
  readonly maxTokens: number;
  /** Markdown, or that of the cursor. */
  readonly format?: ReadFormat | undefined;
};

export type ReadDocument = ReadResult & {
  readonly format: ReadFormat;
  readonly nextCursor: string | null;
  /** About what is left of the range. */
  readonly remainingTokens: number;
};

type Start = Static<typeof Position>;

const fault = (name: string, msg: string): OctavoError => invalidRequest({ loc: ['query', name], msg });

function fromPages(directory: ReadingDirectory, text: string): { from: number; to: number; tokens: number } {
  const parsed = parsePageRange(text);
  if (!parsed.ok) throw fault('pages', parsed.msg);
  const [span, ...others] = parsed.range;
  if (!span || others.length > 0) throw fault('pages', 'must be one page or one range, such as "3-5"');
  const pages = directory.pages.filter(({ page }) => page >= span.from && page <= span.to);
  if (pages.length === 0) {
    const [first, last] = [directory.pages[0]?.page, directory.pages.at(-1)?.page];
    throw fault('pages', `must name a page of the document, which has pages ${first} to ${last}`);
  }
  const tokens = pages.reduce((sum, page) => sum + page.tokens, 0);
  return { ...kidsOfPages(directory, span.from, span.to), tokens };
}

function fromSection(directory: ReadingDirectory, ref: string) {
  const found = kidsOfSection(directory, ref);
  if (!found) throw fault('section', 'must be the ref of a heading in the outline, such as "/kids/40"');
  return { from: found.from, to: found.to, tokens: found.section.tokens_with_children };
}

function startOf({ reading, sha256 }: OpenedReading, request: ReadDocumentRequest): Start {
  const { pages, section, cursor, format } = request;
  if ([pages, section, cursor].filter((one) => one !== undefined).length > 1) {
    throw fault('cursor', 'cannot be combined: give one of pages, section and cursor');
  }
  if (cursor !== undefined) {
    const start = cursors.decode(sha256, cursor);
    if (format !== undefined && format !== start.format) {
      throw fault('format', `must be ${start.format}, as in the request that the cursor is from`);
    }
    return start;
  }
  const { directory } = reading;
  const whole = { from: 0, to: directory.kids, tokens: directory.tokens };
  const range =
    pages === undefined
      ? section === undefined
        ? whole
        : fromSection(directory, section)
      : fromPages(directory, pages);
  const { from: kid, to: toKid, tokens } = range;
  return { kid, toKid, tokens, unit: 0, offset: 0, format: format ?? 'markdown' };
}

export async function readDocument(
  opened: OpenedReading,
  request: ReadDocumentRequest,
): Promise<ReadDocument> {
  const { kid, unit, offset, toKid, tokens, format } = startOf(opened, request);
  const from = { kid, unit, offset };
  const result = await readRange(opened.reading, { from, toKid, format, maxTokens: request.maxTokens });
  const { next } = result;
  const remainingTokens = next ? Math.max(1, tokens - result.unitTokens) : 0;
  const nextCursor =
    next && cursors.encode(opened.sha256, { ...next, toKid, tokens: remainingTokens, format });
  return { ...result, format, nextCursor, remainingTokens };
}
