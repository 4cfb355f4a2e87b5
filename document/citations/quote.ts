/** What is asked about a quote, and what is answered. */
import type { PageBox } from '../reading/range-boxes.ts';

/** As in a `TextQuoteSelector` of the W3C Web Annotation Data Model, with the page on which it is said to be. */
export type Quote = {
  readonly exact: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly page?: number;
};

export type LocateOptions = {
  /** Below this, a similar passage is not reported. */
  readonly minScore: number;
  /** Places reported of each quote. */
  readonly limit: number;
  readonly ignoreCase: boolean;
};

/**
 * - `verbatim`: the words of the quote, all and in this order, at one place;
 * - `near`: a similar passage at one place, with differences;
 * - `ambiguous`: several places fit equally well;
 * - `scattered`: its words are in the document in pieces of at least three, but not together;
 * - `too_short`: too few characters to say anything; it was not searched for;
 * - `absent`: not in the document;
 * - `undetermined`: not found, but some pages could not be searched.
 */
export const verdicts = [
  'verbatim',
  'near',
  'ambiguous',
  'scattered',
  'too_short',
  'absent',
  'undetermined',
] as const;
export type Verdict = (typeof verdicts)[number];

/** Edits that make the quote what the document says: words to replace, to insert, or to delete. */
export type Difference = {
  readonly op: 'replace' | 'insert' | 'delete';
  /** Empty for `insert`. */
  readonly quote: string;
  /** Empty for `delete`. */
  readonly document: string;
};

/** A range of the canonical text. */
export type Place = { readonly start: number; readonly end: number };

export type ScoredPlace = Place & { readonly score: number; readonly differences: readonly Difference[] };

export type Match = ScoredPlace & {
  /** Where it begins. */
  readonly page: number;
  readonly label?: string;
  /** Of the lines, cut to the words of the match. */
  readonly boxes: readonly PageBox[];
  readonly refs: readonly string[];
  readonly headings: readonly string[];
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
};

export type LocatedQuote = {
  readonly verdict: Verdict;
  readonly score: number;
  readonly matches: readonly Match[];
  /** Places that were found, reported or not. */
  readonly total: number;
  readonly page_claimed?: number;
  /** Whether a match is on the claimed page; absent if no page was claimed or nothing was found. */
  readonly page_right?: boolean;
};

/** Bounds of one request. */
export const quotesMax = 50;
export const quoteCharsMax = 2_000;
export const contextCharsMax = 500;
export const matchesMax = 20;

/** Shorter texts, such as "the Tenant", are everywhere. */
export const quoteCharsMin = 12;

const wideCharacters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** A character of a script with many of them says as much as two letters. */
export const isTooShort = (normalized: string): boolean =>
  normalized.length + (normalized.match(wideCharacters)?.length ?? 0) < quoteCharsMin;
