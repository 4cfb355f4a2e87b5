/** The pages of a done job, and its outline. */
import { loadTokenizer, TokenCounter } from '@octavo/document/reading/count-tokens.ts';
import { type OutlineEntry, outlineOf } from '@octavo/document/reading/outline.ts';
import type { ReadingDirectory, ReadingPage } from '@octavo/document/reading/reading.ts';
import { Type } from 'typebox';
import { cursorsOf } from '../domain/cursor.ts';
import { type PageQuality, pageQuality } from '../domain/page-quality.ts';
import type { OpenedReading, ReadingPorts } from './open-reading.ts';

const index = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const pageCursors = cursorsOf('pages', index);
const outlineCursors = cursorsOf('outline', Type.Object({ index, depth: index }));

export type PageList = {
  readonly items: readonly (ReadingPage & { readonly quality: PageQuality })[];
  readonly nextCursor: string | null;
};

export async function listPages(
  { store }: Pick<ReadingPorts, 'store'>,
  { job, reading, sha256 }: OpenedReading,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<PageList> {
  const from = cursor === undefined ? 0 : pageCursors.decode(sha256, cursor);
  const warnings = await store.jobs.warnings(job.accountId, [job.id]);
  const { pages } = reading.directory;
  const listed = pages.slice(from, from + limit);
  const qualities = pageQuality(warnings.get(job.id) ?? [], listed);
  const items = listed.flatMap((page, at) => {
    const quality = qualities[at];
    return quality === undefined ? [] : [{ ...page, quality }];
  });
  const next = from + items.length;
  return { items, nextCursor: next < pages.length ? pageCursors.encode(sha256, next) : null };
}

export type Outline = {
  readonly directory: ReadingDirectory;
  readonly items: readonly OutlineEntry[];
  readonly nextCursor: string | null;
};

export type OutlineRequest = {
  readonly depth: number;
  readonly maxTokens: number;
  readonly cursor?: string | undefined;
};

/** At least one entry, so that reading always goes on. */
export async function readOutline(
  { reading, sha256 }: OpenedReading,
  { depth: wanted, maxTokens, cursor }: OutlineRequest,
): Promise<Outline> {
  await loadTokenizer();
  const { index: from, depth } =
    cursor === undefined ? { index: 0, depth: wanted } : outlineCursors.decode(sha256, cursor);
  const { directory } = reading;
  const entries = outlineOf(directory).filter(({ level }) => level <= depth);
  const counter = new TokenCounter();
  const items: OutlineEntry[] = [];
  let tokens = 0;
  for (const entry of entries.slice(from)) {
    tokens += counter.count(`${JSON.stringify(entry)},`);
    if (tokens > maxTokens && items.length > 0) break;
    items.push(entry);
  }
  const next = from + items.length;
  const nextCursor = next < entries.length ? outlineCursors.encode(sha256, { index: next, depth }) : null;
  return { directory, items, nextCursor };
}
