/** Parser options and their defaults. */

import type { Format } from './formats.ts';

export const readingOrders = ['xycut', 'off'] as const;
export const tableMethods = ['default', 'cluster'] as const;
export const imageOutputs = ['off', 'embedded', 'external'] as const;
export const imageFormats = ['png', 'jpeg'] as const;
export const ocrModes = ['off', 'auto', 'force'] as const;
/** Codes of tesseract. Which of them are installed is the operator's choice. */
export const ocrLanguages = [
  ...[
    'eng',
    'deu',
    'fra',
    'spa',
    'ita',
    'por',
    'nld',
    'pol',
    'ces',
    'hun',
    'ron',
    'swe',
    'dan',
    'nor',
    'fin',
  ],
  ...['tur', 'ell', 'rus', 'ukr', 'bul', 'ara', 'heb', 'fas', 'hin', 'ben', 'tha', 'vie', 'ind'],
  ...['chi_sim', 'chi_tra', 'jpn', 'kor'],
] as const;
export type OcrLanguage = (typeof ocrLanguages)[number];
export const contentFilters = ['hidden-text', 'off-page', 'tiny', 'hidden-ocg'] as const;

/** Every option but `password`, which is a secret: it is passed separately and never shown. */
export type ParserOptions = {
  readonly format: readonly Format[];
  readonly readingOrder: (typeof readingOrders)[number];
  readonly tableMethod: (typeof tableMethods)[number];
  /** `"1,3,5-7"`, 1-based; `null` is the whole document. */
  readonly pages: string | null;
  readonly useStructTree: boolean;
  readonly includeHeaderFooter: boolean;
  readonly keepLineBreaks: boolean;
  readonly markdownWithHtml: boolean;
  readonly sanitize: boolean;
  readonly detectStrikethrough: boolean;
  readonly replaceInvalidChars: string;
  readonly markdownPageSeparator: string | null;
  readonly textPageSeparator: string | null;
  readonly htmlPageSeparator: string | null;
  readonly imageOutput: (typeof imageOutputs)[number];
  readonly imageFormat: (typeof imageFormats)[number];
  readonly contentSafetyOff: readonly (typeof contentFilters)[number][];
  /** Tables that go on over a page break become one. */
  readonly joinTables: boolean;
  readonly ocr: (typeof ocrModes)[number];
  /** The most likely first. */
  readonly ocrLanguages: readonly OcrLanguage[];
  /** BCP 47; `null` is the language that the document says. */
  readonly language: string | null;
};

const defaults: Omit<ParserOptions, 'imageOutput'> = {
  format: ['markdown', 'json'],
  readingOrder: 'xycut',
  tableMethod: 'default',
  pages: null,
  useStructTree: false,
  includeHeaderFooter: false,
  keepLineBreaks: false,
  markdownWithHtml: false,
  sanitize: false,
  detectStrikethrough: false,
  replaceInvalidChars: ' ',
  markdownPageSeparator: null,
  textPageSeparator: null,
  htmlPageSeparator: null,
  imageFormat: 'png',
  contentSafetyOff: [],
  joinTables: true,
  ocr: 'auto',
  ocrLanguages: ['eng'],
  language: null,
};

/** Fills in the defaults; duplicate formats are removed, their order is kept. */
export function withDefaults(requested: Partial<ParserOptions>): ParserOptions {
  const format = [...new Set(requested.format ?? defaults.format)];
  const imageOutput = format.includes('images') ? 'external' : 'off';
  return { ...defaults, imageOutput, ...requested, format };
}
