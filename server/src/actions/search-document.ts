/** Searches a done job. */
import { type SearchHit, searchReading } from '@octavo/document/reading/search.ts';
import { parseQuery } from '@octavo/document/reading/search-query.ts';
import { Type } from 'typebox';
import { cursorsOf } from '../domain/cursor.ts';
import { invalidRequest } from '../domain/errors.ts';
import type { OpenedReading } from './open-reading.ts';

const cursors = cursorsOf(
  'search',
  Type.Object({ offset: Type.Integer({ minimum: 0, maximum: 1_000 }), q: Type.String({ maxLength: 500 }) }),
);

export type SearchRequest = {
  readonly q: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export type SearchAnswer = {
  readonly items: readonly (SearchHit & { readonly label: string | null })[];
  readonly total: number;
  readonly nextCursor: string | null;
};

export async function searchDocument(
  { reading, sha256 }: OpenedReading,
  { q, limit, cursor }: SearchRequest,
): Promise<SearchAnswer> {
  const terms = parseQuery(q);
  if (terms.length === 0) throw invalidRequest({ loc: ['query', 'q'], msg: 'must have a word or a number' });
  const start = cursor === undefined ? { offset: 0, q } : cursors.decode(sha256, cursor);
  if (start.q !== q) throw invalidRequest({ loc: ['query', 'cursor'], msg: 'belongs to another search' });
  const { items, total, kept } = await searchReading(reading, terms, { offset: start.offset, limit });
  const next = start.offset + items.length;
  const labels = new Map(reading.directory.pages.map(({ page, label }) => [page, label]));
  return {
    items: items.map((item) => ({ ...item, label: labels.get(item.page) ?? null })),
    total,
    nextCursor: next < kept && items.length > 0 ? cursors.encode(sha256, { offset: next, q }) : null,
  };
}
