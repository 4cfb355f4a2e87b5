/** Checks a file in the browser before it is uploaded. The API checks again; this only saves the upload. */
import type { ParserOptionsInput } from '@octavo/sdk';
import type { PageCount } from '../pdf/count-pages.ts';
import { countSelected, isSelected, readPageSelection } from './page-selection.ts';

export type FileProblem =
  | { readonly kind: 'not-pdf' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-large'; readonly bytesMax: number }
  | { readonly kind: 'pages-invalid'; readonly pages: number }
  | { readonly kind: 'too-many-pages'; readonly pages: number; readonly pagesLeft: number };

export type FileLimits = { readonly bytesMax: number | null; readonly pagesLeft: number };

export type FileCheck =
  | { readonly kind: 'fine'; readonly pages: number | null; readonly textless: readonly number[] }
  | { readonly kind: 'locked' }
  | { readonly kind: 'problem'; readonly problem: FileProblem };

type CountPages = (file: Blob, password: string | undefined) => Promise<PageCount>;

const magic = '%PDF-';

async function beginsLikePdf(file: Blob): Promise<boolean> {
  return (await file.slice(0, magic.length).text()) === magic;
}

export async function checkFile(
  file: Blob,
  options: ParserOptionsInput,
  limits: FileLimits,
  countPages: CountPages,
): Promise<FileCheck> {
  const problem = (found: FileProblem): FileCheck => ({ kind: 'problem', problem: found });
  if (file.size === 0) return problem({ kind: 'empty' });
  if (!(await beginsLikePdf(file))) return problem({ kind: 'not-pdf' });
  if (limits.bytesMax !== null && file.size > limits.bytesMax) {
    return problem({ kind: 'too-large', bytesMax: limits.bytesMax });
  }
  const counted = await countPages(file, options.password);
  if (counted.kind === 'locked') return { kind: 'locked' };
  if (counted.kind === 'unknown') return { kind: 'fine', pages: null, textless: [] };
  const selection = readPageSelection(options.pages);
  const pages = countSelected(selection, counted.pages);
  if (pages === null) return problem({ kind: 'pages-invalid', pages: counted.pages });
  if (pages > limits.pagesLeft) {
    return problem({ kind: 'too-many-pages', pages, pagesLeft: limits.pagesLeft });
  }
  return { kind: 'fine', pages, textless: counted.textless.filter((page) => isSelected(selection, page)) };
}
