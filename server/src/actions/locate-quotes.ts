/** Says of quotes whether a done job has them and where, and resolves anchors to places. */
import { formatAnchor, parseAnchor, parseDigits } from '@octavo/document/citations/anchor.ts';
import { locate } from '@octavo/document/citations/locate.ts';
import type { LocatedQuote, LocateOptions, Match, Quote } from '@octavo/document/citations/quote.ts';
import { PlaceResolver } from '@octavo/document/citations/resolve-places.ts';
import type { OpenedReading, ReadingPorts } from './open-reading.ts';

export {
  contextCharsMax,
  matchesMax,
  quoteCharsMax,
  quotesMax,
  verdicts,
} from '@octavo/document/citations/quote.ts';

/** Warnings of text that is not in the result, so that a quote of it cannot be found. */
export const missingTextWarnings = [
  'page_only_image',
  'page_text_garbled',
  'ocr_failed',
  'ocr_page_limit',
  'font_unreadable',
  'content_skipped',
] as const;

export type NotSearched = {
  readonly reason: (typeof missingTextWarnings)[number];
  /** Empty if the pages are not known. */
  readonly pages: readonly number[];
};

export type AnchoredMatch = Match & { readonly anchor: string };

export type LocatedQuotes = {
  /** Which conversion the anchors belong to. */
  readonly parse: string;
  readonly items: readonly (Omit<LocatedQuote, 'matches'> & { readonly matches: readonly AnchoredMatch[] })[];
  readonly notSearched: readonly NotSearched[];
};

async function notSearched(
  { store }: Pick<ReadingPorts, 'store'>,
  { job, reading }: OpenedReading,
): Promise<readonly NotSearched[]> {
  const warnings = (await store.jobs.warnings(job.accountId, [job.id])).get(job.id) ?? [];
  const converted = new Set(reading.directory.pages.map(({ page }) => page));
  return missingTextWarnings.flatMap((reason) => {
    const found = warnings.filter(({ code }) => code === reason);
    if (found.length === 0) return [];
    const pages = [...new Set(found.flatMap((warning) => warning.pages))].filter((page) =>
      converted.has(page),
    );
    return [{ reason, pages: pages.toSorted((a, b) => a - b) }];
  });
}

function anchored({ job, sha256 }: OpenedReading, match: Match): AnchoredMatch {
  const { start, end, refs } = match;
  const anchor = formatAnchor({ job: job.id, parse: sha256, ref: refs[0] ?? '/kids/0', start, end });
  return { ...match, anchor };
}

export async function locateQuotes(
  ports: Pick<ReadingPorts, 'store'>,
  opened: OpenedReading,
  quotes: readonly Quote[],
  options: LocateOptions,
): Promise<LocatedQuotes> {
  const gaps = await notSearched(ports, opened);
  const items = await locate(opened.reading, quotes, options, gaps.length === 0);
  return {
    parse: opened.sha256.slice(0, parseDigits),
    items: items.map((item) => ({ ...item, matches: item.matches.map((match) => anchored(opened, match)) })),
    notSearched: gaps,
  };
}

export const anchorStatuses = ['found', 'outdated', 'invalid'] as const;

/** `outdated`: it belongs to another conversion of the job, so its place may be another one now. */
export type ResolvedAnchor = {
  readonly anchor: string;
  readonly status: (typeof anchorStatuses)[number];
  readonly match: AnchoredMatch | null;
};

async function resolveAnchor(
  opened: OpenedReading,
  resolver: PlaceResolver,
  text: string,
): Promise<ResolvedAnchor> {
  const refused = (status: 'outdated' | 'invalid') => ({ anchor: text, status, match: null });
  const anchor = parseAnchor(text);
  if (!anchor || anchor.job !== opened.job.id) return refused('invalid');
  if (anchor.parse !== opened.sha256.slice(0, parseDigits)) return refused('outdated');
  const { start, end } = anchor;
  if (end > opened.reading.directory.length) return refused('invalid');
  const match = await resolver.resolve({ start, end, score: 1, differences: [] });
  if (match.refs[0] !== anchor.ref) return refused('invalid');
  return { anchor: text, status: 'found', match: anchored(opened, match) };
}

/** In the order of the anchors. */
export async function resolveAnchors(
  opened: OpenedReading,
  anchors: readonly string[],
): Promise<readonly ResolvedAnchor[]> {
  const resolver = new PlaceResolver(opened.reading);
  const resolved: ResolvedAnchor[] = [];
  for (const anchor of anchors) resolved.push(await resolveAnchor(opened, resolver, anchor));
  return resolved;
}
