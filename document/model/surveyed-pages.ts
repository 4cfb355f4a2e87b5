/**
 * What is counted on some pages of a document before any of them is refined: a record of an extraction whose pages are
 * laid out. Records of ranges of pages are added up to those of the document.
 */
import type { Page } from './document.ts';

export type SurveyedStyle = { readonly size: number; readonly bold: boolean; readonly italic: boolean };

/** Key, pages on which it stands, and font size where it stands first. */
export type SurveyedMargin = readonly [key: string, pages: number, size: number];

export type SurveyedWords = {
  /** The first line, which may begin with the rest of a word. Its words are not counted. */
  readonly first?: string;
  readonly words: readonly string[];
  /** Whether the last line ends within a word. */
  readonly is_cut: boolean;
};

type Counts = readonly (readonly [value: number, count: number])[];

/** How many headings of a style have which level, by what it was taken from. */
export type SurveyedHeadings = {
  readonly style: SurveyedStyle;
  readonly count: number;
  readonly first_page: number;
  readonly outline: Counts;
  readonly tags: Counts;
  readonly number: Counts;
  readonly engine: Counts;
};

/** How many texts of a style were taken for headings, and how many others are short or long. */
export type SurveyedTexts = {
  readonly style: SurveyedStyle;
  readonly headings: number;
  readonly short: number;
  readonly long: number;
};

export type SurveyedPages = {
  readonly record: 'survey';
  /** Of the outline that the titles were compared with. */
  readonly outline_entries: number;
  readonly pages: readonly Omit<Page, 'ocr'>[];
  readonly letters: {
    readonly all: number;
    readonly bold: number;
    readonly italic: number;
    readonly mono: number;
    readonly right_to_left: number;
  };
  readonly has_text: boolean;
  /** Letters of each font size, in the order in which the sizes occur. */
  readonly sizes: Counts;
  readonly words: SurveyedWords;
  readonly margins: readonly SurveyedMargin[];
  readonly headings: readonly SurveyedHeadings[];
  readonly texts: readonly SurveyedTexts[];
  readonly numbered: readonly string[];
};

/** How each record begins: its kind is known without parsing it. */
const prefix = '{"record":"survey"';

export const isSurvey = (line: string): boolean => line.startsWith(prefix);

export const surveyLine = ({ record, ...rest }: SurveyedPages): string => JSON.stringify({ record, ...rest });
