/** Variables of text recognition (OCR). */
import { boolean, integer, listOf, optional } from './variable.ts';

const languages = [
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

export const ocrVariables = {
  enabled: boolean({
    name: 'OCTAVO_OCR',
    summary:
      'Whether text is recognized in scans. With `false`, the option `ocr` is `off` and cannot be set otherwise. Set it to the same value for API and workers.',
    fallback: true,
  }),
  languages: listOf(
    {
      name: 'OCTAVO_OCR_LANGUAGES',
      summary:
        'The languages that `ocr_languages` may name, as codes of tesseract, separated by commas; the first is the default. Each needs its package on the workers, such as `tesseract-ocr-deu`.',
      fallback: 'eng,deu',
    },
    languages,
  ),
  slots: optional(
    integer({
      name: 'OCTAVO_OCR_SLOTS',
      summary:
        'Documents in a worker whose text is recognized at the same time; each uses a core and up to 2 GiB. Absent: half of the conversions, at least one.',
      fallback: 1,
      min: 1,
      max: 256,
    }),
  ),
  pageSeconds: integer({
    name: 'OCTAVO_OCR_PAGE_SECONDS',
    summary:
      'CPU seconds that the recognition of one page may take; after them, or five times as long on a busy machine, the page is converted without it.',
    fallback: 60,
    min: 5,
    max: 600,
  }),
  pagesMax: integer({
    name: 'OCTAVO_OCR_PAGES_MAX',
    summary: 'Pages of one document whose text is recognized; further ones are converted without it.',
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
  }),
} as const;
