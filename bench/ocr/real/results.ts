/** Figures of real scans as they are kept in `results.json`, and their part of the page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../report/markdown.ts';
import { realDocuments } from './documents.ts';
import type { RealRow } from './measure.ts';

export type RealResults = { readonly at: string; readonly commit: string; readonly rows: readonly RealRow[] };

const resultsPath = join(import.meta.dirname, 'results.json');

export const readRealResults = (): RealResults | undefined =>
  existsSync(resultsPath) ? (JSON.parse(readFileSync(resultsPath, 'utf8')) as RealResults) : undefined;

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;

export function writeRealResults(results: RealResults): void {
  writeFileSync(resultsPath, `${JSON.stringify(results, rounded, 2)}\n`);
}

const share = (value: number | null) => (value === null ? '–' : value.toFixed(2));

function foundIn({ words, recall, precision, tests, added }: RealRow): string {
  if (recall === 0 && words === 0) return 'none of the words';
  if (recall !== null) return `${share(recall)} of the words; ${share(precision)} of the output is right`;
  if (added !== null) return added === 0 ? 'no word added' : `${added} words that are not there`;
  return tests === null ? '–' : `${tests.passed} of ${tests.all} facts`;
}

export function realSection({ at, commit, rows }: RealResults): string {
  const lines = rows.map((row) => {
    const about = realDocuments.find(({ name }) => name === row.name);
    const read = row.words === null ? 'not read' : `${row.words}`;
    const cpu = row.words === null ? '–' : (row.cpuSeconds / row.pages).toFixed(1);
    return [
      `${about?.shows}${row.pages === 1 ? '' : ` (${row.pages} pages)`}`,
      read,
      share(row.confidence),
      foundIn(row),
      `${about?.seen}`,
      cpu,
    ];
  });
  const head = ['page', 'words read', 'confidence', 'found', 'next to the page', 'CPU s a page'];
  return `## Real scans

Scans that other people made, of test data of Docling, OpenDataLoader, pypdf and olmOCR’s benchmark; the files are not in the repository. Default options: \`ocr: "auto"\` and English. They are few, and none of them is a book page or a form, so they say less about print than the made pages; they show what happens to turned pages, handwriting, pictures and other languages. *Facts* are olmOCR’s tests: a text that has to be there. Measured on ${at.slice(0, 10)} at commit ${commit}.

${markdownTable(head, lines)}

A page that is read with a mean confidence below 0.5 counts as one without text. Of the made pages at 50 to 80 dpi that are read so badly, at most one word in five was found.
`;
}
