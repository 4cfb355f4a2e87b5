/** The passages most similar to a quote, in stretches of text that may hold one. */
import search from 'approx-string-match';
import type { Candidate } from './candidates.ts';
import { compareQuote } from './differences.ts';
import { normalize, normalizeQuote } from './normalize.ts';
import type { LocateOptions, ScoredPlace } from './quote.ts';
import { wholeWords } from './word-edges.ts';

/** Case is ignored when a passage is looked for, and counts when it is compared. */
const ignoringCase = { ignoreCase: true };

function placesIn(
  quote: string,
  pattern: string,
  candidate: Candidate,
  options: LocateOptions,
): readonly ScoredPlace[] {
  const { text, starts, ends } = normalize(candidate.text, ignoringCase);
  const errorsMax = Math.floor((1 - options.minScore) * pattern.length) + 1;
  return search(text, pattern, errorsMax).map((found) => {
    const { from, to } = wholeWords(text, found.start, found.end);
    const [start, end] = [starts[from] ?? 0, ends[to - 1] ?? 0];
    const compared = compareQuote(quote, candidate.text.slice(start, end), options);
    return { start: candidate.start + start, end: candidate.start + end, ...compared };
  });
}

const overlaps = (a: ScoredPlace, b: ScoredPlace) => a.start < b.end && b.start < a.end;

/** The best first; of places that overlap, only the best. */
export function nearPlaces(
  quote: string,
  candidates: readonly Candidate[],
  options: LocateOptions,
): readonly ScoredPlace[] {
  const pattern = normalizeQuote(quote, ignoringCase);
  const found = candidates
    .flatMap((candidate) => placesIn(quote, pattern, candidate, options))
    .filter(({ score, start, end }) => score >= options.minScore && end > start)
    .sort((a, b) => b.score - a.score || a.start - b.start || a.end - b.end);
  const kept: ScoredPlace[] = [];
  for (const place of found) if (!kept.some((other) => overlaps(place, other))) kept.push(place);
  return kept;
}
