/** `search_document`: where words or a phrase are in a document. */
import { oneLine } from '@octavo/mcp/untrusted-text.ts';
import type { SearchHit } from '@octavo/sdk';
import { type Call, withText } from './answer.ts';

export type SearchInput = {
  readonly document: string;
  readonly query: string;
  readonly limit?: number;
  readonly cursor?: string;
};

const contextChars = 200;

/** From the end, without half of a character at its beginning. */
const end = (text: string) => text.slice(-contextChars).replace(/^[\udc00-\udfff]/, '');

function lineOf({ page, ref, headings, before, match, after }: SearchHit): string {
  const section = headings.length === 0 ? '' : `, ${oneLine(headings.join(' › '), 160)}`;
  const around = `${end(before)} **${oneLine(match, 300)}** ${after.slice(0, contextChars)}`;
  return `- p. ${page}, ${ref}${section}: ${oneLine(around, 800)}`;
}

export async function searchDocument({ client, signal }: Call, input: SearchInput) {
  const { document, query: q, limit = 10, cursor } = input;
  const query = { q, limit, ...(cursor !== undefined && { cursor }) };
  const { items, total, next_cursor } = await client.jobs.search(document, query, { signal });
  const hits = items.map(({ page, ref, boxes }) => ({ page, ref, boxes: boxes.slice(0, 5) }));
  return withText({ document, total, hits, next_cursor }, items.map(lineOf).join('\n'));
}
