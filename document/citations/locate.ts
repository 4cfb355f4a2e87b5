/** Says of quotes whether a document has them, and where. */
import type { Reading } from '../reading/reading.ts';
import { CandidateSearch } from './candidates.ts';
import { compareQuote } from './differences.ts';
import { ExactSearch } from './exact-search.ts';
import { FragmentSearch } from './fragments.ts';
import { nearPlaces } from './near-places.ts';
import { normalizeQuote } from './normalize.ts';
import {
  isTooShort,
  type LocatedQuote,
  type LocateOptions,
  type Match,
  type Place,
  type Quote,
  type ScoredPlace,
  type Verdict,
} from './quote.ts';
import { raisedIn, sameHeights, withoutNoteMarks } from './raised-marks.ts';
import { PlaceResolver } from './resolve-places.ts';
import { normalizeWindow, textWindows } from './text-windows.ts';

/** What the searches found of a quote. Exact places come before similar ones, and those before pieces. */
type Found = {
  readonly exact: readonly Place[];
  readonly near: readonly ScoredPlace[];
  readonly pieces: readonly Place[];
};

const nothing: Found = { exact: [], near: [], pieces: [] };

/** Lets other work of the process go on. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function findExact(reading: Reading, quotes: readonly Quote[], options: LocateOptions) {
  if (quotes.length === 0) return [];
  const searches = quotes.map((quote) => new ExactSearch(quote, options));
  const overlap = Math.max(0, ...searches.map((search) => search.overlap));
  for await (const window of textWindows(reading, overlap)) {
    const normalized = normalizeWindow(window, options);
    for (const search of searches) search.look(normalized);
    await pause();
  }
  return searches.map((search) => search.places());
}

/** Case is ignored when a similar passage is looked for, and counts when it is compared. */
async function findSimilar(
  reading: Reading,
  quotes: readonly Quote[],
  options: LocateOptions,
): Promise<readonly Found[]> {
  if (quotes.length === 0) return [];
  const patterns = quotes.map(({ exact }) => normalizeQuote(exact, { ignoreCase: true }));
  const candidates = new CandidateSearch(patterns);
  const fragments = new FragmentSearch(patterns);
  const overlap = 3 * Math.max(0, ...patterns.map(({ length }) => length));
  for await (const window of textWindows(reading, overlap)) {
    const normalized = normalizeWindow(window, { ignoreCase: true });
    candidates.look(normalized);
    fragments.look(normalized);
    await pause();
  }
  const found: Found[] = [];
  for (const [index, { exact }] of quotes.entries()) {
    const near = nearPlaces(exact, candidates.candidates(index), options);
    found.push({ exact: [], near, pieces: fragments.pieces(index) });
    await pause();
  }
  return found;
}

/** Exact search compares letters on the line; what is printed above or below it counts, too. */
async function asPrinted(
  resolver: PlaceResolver,
  quote: Quote,
  place: ScoredPlace,
  options: LocateOptions,
): Promise<ScoredPlace> {
  const passage = await resolver.passage(place);
  const raised = raisedIn(passage.blocks);
  if (place.differences.length === 0) {
    if (sameHeights(quote.exact, passage, raised, options)) return place;
    const difference = { op: 'replace', quote: quote.exact, document: passage.text } as const;
    return { ...place, score: 1 - 1 / Math.max(2, passage.text.length), differences: [difference] };
  }
  if (raised.sup.size === 0) return place;
  const compared = compareQuote(quote.exact, withoutNoteMarks(passage, raised), options);
  return compared.differences.length === 0 ? { ...place, ...compared } : place;
}

/** Similar places that may turn out to be verbatim, once marks of notes are left out. */
const reviewedMax = 3;

async function scored(
  resolver: PlaceResolver,
  quote: Quote,
  { exact, near }: Found,
  options: LocateOptions,
): Promise<readonly ScoredPlace[]> {
  if (exact.length === 0) {
    const reviewed = [];
    for (const place of near.slice(0, reviewedMax))
      reviewed.push(await asPrinted(resolver, quote, place, options));
    return [...reviewed, ...near.slice(reviewedMax)].sort((a, b) => b.score - a.score || a.start - b.start);
  }
  const hasDigits = /\p{N}\p{N}/u.test(quote.exact.normalize('NFKC'));
  const places = exact.map(({ start, end }) => ({ start, end, score: 1, differences: [] }));
  if (!hasDigits) return places;
  const checked = [];
  for (const place of places.slice(0, options.limit))
    checked.push(await asPrinted(resolver, quote, place, options));
  return [...checked, ...places.slice(options.limit)].sort((a, b) => b.score - a.score || a.start - b.start);
}

const isOnPage = (match: Match, page: number) =>
  match.page === page || match.boxes.some((box) => box.page === page);

/** Places whose page is looked up, to find the one on the claimed page. */
const lookedUpMax = 50;

async function resolveBest(
  resolver: PlaceResolver,
  quote: Quote,
  places: readonly ScoredPlace[],
  limit: number,
): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (const place of places.slice(0, quote.page === undefined ? limit : Math.max(limit, lookedUpMax))) {
    matches.push(await resolver.resolve(place));
  }
  const claimed = quote.page;
  if (claimed === undefined) return matches;
  const best = matches[0]?.score ?? 0;
  const rank = (match: Match) => (match.score === best && isOnPage(match, claimed) ? 0 : 1);
  return matches.sort((a, b) => rank(a) - rank(b)).slice(0, limit);
}

/** Several places that fit equally well, of which the claimed page does not single out one. */
function isAmbiguous(quote: Quote, places: readonly ScoredPlace[], matches: readonly Match[]): boolean {
  const best = places[0]?.score ?? 0;
  if (places.filter(({ score }) => score === best).length < 2) return false;
  const claimed = quote.page;
  return (
    claimed === undefined ||
    matches.filter((match) => match.score === best && isOnPage(match, claimed)).length !== 1
  );
}

function pageFacts({ page }: Quote, matches: readonly Match[]) {
  if (page === undefined) return {};
  const best = matches[0]?.score;
  const right = matches.some((match) => match.score === best && isOnPage(match, page));
  return { page_claimed: page, ...(matches.length > 0 && { page_right: right }) };
}

async function answer(
  resolver: PlaceResolver,
  quote: Quote,
  found: Found,
  options: LocateOptions,
  isComplete: boolean,
): Promise<LocatedQuote> {
  const places = await scored(resolver, quote, found, options);
  const missing: Verdict = isComplete ? 'absent' : 'undetermined';
  if (places.length === 0) {
    const pieces = found.pieces.map((piece) => ({ ...piece, score: 0, differences: [] }));
    const matches = await resolveBest(resolver, quote, pieces, options.limit);
    const verdict = pieces.length > 0 ? 'scattered' : missing;
    return { verdict, score: 0, matches, total: pieces.length, ...pageFacts(quote, matches) };
  }
  const matches = await resolveBest(resolver, quote, places, options.limit);
  const score = matches[0]?.score ?? 0;
  const single: Verdict = matches[0]?.differences.length === 0 ? 'verbatim' : 'near';
  const verdict = isAmbiguous(quote, places, matches) ? 'ambiguous' : single;
  return { verdict, score, matches, total: places.length, ...pageFacts(quote, matches) };
}

const tooShort = (quote: Quote): LocatedQuote => ({
  verdict: 'too_short',
  score: 0,
  matches: [],
  total: 0,
  ...pageFacts(quote, []),
});

/**
 * In the order of the quotes. `isComplete` says whether the text of all pages could be read: only then is a quote
 * called absent.
 */
export async function locate(
  reading: Reading,
  quotes: readonly Quote[],
  options: LocateOptions,
  isComplete: boolean,
): Promise<readonly LocatedQuote[]> {
  const searched = quotes.filter(({ exact }) => !isTooShort(normalizeQuote(exact, options)));
  const exact = await findExact(reading, searched, options);
  const found = new Map<Quote, Found>(
    searched.map((quote, index) => [quote, { ...nothing, exact: exact[index] ?? [] }]),
  );
  const open = searched.filter((_, index) => exact[index]?.length === 0);
  const similar = await findSimilar(reading, open, options);
  for (const [index, quote] of open.entries()) found.set(quote, similar[index] ?? nothing);
  const resolver = new PlaceResolver(reading);
  const answers: LocatedQuote[] = [];
  for (const quote of quotes) {
    const known = found.get(quote);
    answers.push(known ? await answer(resolver, quote, known, options, isComplete) : tooShort(quote));
  }
  return answers;
}
