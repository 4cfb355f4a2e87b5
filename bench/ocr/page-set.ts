/** The made pages, how each is scored, and the ways in which they are scanned. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OcrLanguage } from '../../server/src/domain/options.ts';
import type { Block } from '../fidelity/blocks.ts';
import { htmlBlocks } from '../fidelity/read/html.ts';

export const pagesDirectory = join(import.meta.dirname, 'pages');

/** `latin` by words, `script` by characters, `tables` by TEDS. */
export type Kind = 'latin' | 'script' | 'tables';

export type PageOfSet = {
  readonly id: string;
  readonly kind: Kind;
  readonly languages: readonly OcrLanguage[];
};

const latin = (id: string, ...languages: OcrLanguage[]): PageOfSet => ({ id, kind: 'latin', languages });
const script = (id: string, ...languages: OcrLanguage[]): PageOfSet => ({ id, kind: 'script', languages });
const tables = (id: string): PageOfSet => ({ id, kind: 'tables', languages: ['eng'] });

export const textPages: readonly PageOfSet[] = [
  latin('book', 'eng'),
  latin('two-columns', 'eng'),
  latin('tables', 'eng'),
  latin('small-print', 'eng'),
  latin('german', 'deu'),
  latin('mixed', 'eng', 'deu'),
  script('russian', 'rus'),
  script('arabic', 'ara'),
  script('chinese', 'chi_sim'),
  script('japanese', 'jpn'),
  script('korean', 'kor'),
];

export const tablePages: readonly PageOfSet[] = [
  ...Array.from({ length: 6 }, (_, at) => tables(`tables-${at + 1}`)),
  tables('tables-open'),
];

export const pdfOf = ({ id }: PageOfSet): string => join(pagesDirectory, `${id}.pdf`);

export const truthOf = ({ id }: PageOfSet): readonly Block[] =>
  htmlBlocks(readFileSync(join(pagesDirectory, `${id}.truth.html`), 'utf8'));
